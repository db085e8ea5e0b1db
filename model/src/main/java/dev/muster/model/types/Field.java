package dev.muster.model.types;

import java.util.List;

/**
 * One field of a struct.
 *
 * @param name the JSON name
 * @param pointer absent and zero are different values
 * @param keep written even when empty (Go's missing {@code omitempty})
 * @param omitZero a struct-like value that is left out when zero (Go's {@code omitzero})
 * @param patch how strategic merge patches treat it
 * @param merge how server-side apply treats it
 * @param numbers its number in protobuf messages, after those of the messages it stands in that
 *     JSON does not show; empty when it has none
 * @param defaultJson the default that the merge schema knows (for keys of lists), or empty
 */
public record Field(
    String name,
    Type type,
    boolean pointer,
    boolean keep,
    boolean omitZero,
    Patch patch,
    Merge merge,
    String defaultJson,
    List<Integer> numbers) {

  public Field {
    numbers = List.copyOf(numbers);
  }

  /** Strategic merge: whether lists merge, by which key, and whether absent keys are retained. */
  public record Patch(boolean merge, String key, boolean retainKeys, boolean replace) {
    static final Patch NONE = new Patch(false, "", false, false);
  }

  /** Server-side apply: how a list or map is owned. */
  public sealed interface Merge {
    /** The type decides: structs and maps by field, lists as a whole. */
    record Natural() implements Merge {}

    /** A struct by field, also if its type says otherwise. */
    record Granular() implements Merge {}

    /** Owned as a whole. */
    record Atomic() implements Merge {}

    /** A list whose elements are owned by value. */
    record SetOf() implements Merge {}

    /** A list whose elements are owned by these keys. */
    record Keyed(List<String> keys) implements Merge {}
  }
}
