package dev.muster.authz.rbac;

import java.util.Arrays;

/**
 * Compiled roles by small number, so that a role can change without touching the bindings that
 * refer to it. Immutable; a change copies two short arrays.
 */
final class RoleSlots {
  private static final int CHUNK = 256;
  static final RoleSlots EMPTY = new RoleSlots(new CompiledRole[0][]);

  private final CompiledRole[][] chunks;

  private RoleSlots(CompiledRole[][] chunks) {
    this.chunks = chunks;
  }

  CompiledRole get(int slot) {
    return chunks[slot / CHUNK][slot % CHUNK];
  }

  RoleSlots with(int slot, CompiledRole role) {
    int at = slot / CHUNK;
    CompiledRole[][] copy = reaching(slot).chunks.clone();
    copy[at] = copy[at].clone();
    copy[at][slot % CHUNK] = role;
    return new RoleSlots(copy);
  }

  /** Large enough for the slot, with nothing in the slots added. */
  RoleSlots reaching(int slot) {
    int needed = slot / CHUNK + 1;
    if (needed <= chunks.length) {
      return this;
    }
    CompiledRole[][] copy = Arrays.copyOf(chunks, needed);
    for (int i = chunks.length; i < needed; i++) {
      copy[i] = new CompiledRole[CHUNK];
      Arrays.fill(copy[i], CompiledRole.MISSING);
    }
    return new RoleSlots(copy);
  }
}
