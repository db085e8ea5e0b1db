package dev.muster.authz.rbac;

import dev.muster.authz.rbac.RbacObject.AnyRole;
import java.util.Arrays;
import java.util.Map;

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

  /** With other rules in roles that are there. */
  RoleSlots withRoles(Map<RbacKey, AnyRole> changed) {
    RoleSlots result = this;
    for (int slot = 0; slot < chunks.length * CHUNK; slot++) {
      AnyRole role = get(slot).source();
      AnyRole other = role == null ? null : changed.get(role.key());
      if (other != null) {
        result = result.with(slot, new CompiledRole(other, new CompiledRules(other.rules())));
      }
    }
    return result;
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
