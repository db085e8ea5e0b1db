package dev.muster.model.codec;

import dev.muster.model.types.Field;
import dev.muster.model.types.StructType;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The fields of a message by number. Messages that JSON does not show, because Go embeds them, are
 * indexes of their own.
 */
final class ProtoIndex {
  private final Map<Integer, Field> fields = new HashMap<>();
  private final Map<Integer, ProtoIndex> embedded = new HashMap<>();
  private final List<Part> lastToFirst = new ArrayList<>();

  /** What has a number. */
  sealed interface Part {
    int number();
  }

  record Plain(int number, Field field) implements Part {}

  record Embedded(int number, ProtoIndex index) implements Part {}

  static ProtoIndex of(StructType type) {
    return type.derived(ProtoIndex.class, ProtoIndex::build);
  }

  private static ProtoIndex build(StructType type) {
    ProtoIndex index = new ProtoIndex();
    for (Field field : type.fields()) {
      if (!field.numbers().isEmpty()) {
        index.add(field.numbers(), field);
      }
    }
    index.sort();
    return index;
  }

  private void sort() {
    fields.forEach((number, field) -> lastToFirst.add(new Plain(number, field)));
    embedded.forEach((number, index) -> lastToFirst.add(new Embedded(number, index)));
    lastToFirst.sort(Comparator.comparingInt(Part::number).reversed());
    embedded.values().forEach(ProtoIndex::sort);
  }

  /** The order in which a message is written. */
  List<Part> lastToFirst() {
    return lastToFirst;
  }

  private void add(List<Integer> numbers, Field field) {
    int first = numbers.getFirst();
    if (numbers.size() == 1) {
      fields.put(first, field);
    } else {
      embedded
          .computeIfAbsent(first, n -> new ProtoIndex())
          .add(numbers.subList(1, numbers.size()), field);
    }
  }

  @Nullable Field field(int number) {
    return fields.get(number);
  }

  @Nullable ProtoIndex embedded(int number) {
    return embedded.get(number);
  }
}
