package dev.muster.cel;

import dev.muster.base.go.GoText;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Whether the types of constructed values are named for the places they are put in: {@code
 * Object.spec.template} fits only in the field {@code template} of an {@code Object.spec}. Lists
 * and maps in between have no name.
 */
final class ConstructedNames {
  /** More are not told. */
  private static final int MOST_FAULTS = 100;

  private final List<String> faults = new ArrayList<>();
  private final ValueLimits limits = new ValueLimits();

  private ConstructedNames() {}

  /** What is wrong, a line for each. */
  static Optional<String> faults(Constructed root) {
    ConstructedNames names = new ConstructedNames();
    names.check(root, root.type(), 0);
    return names.faults.isEmpty() ? Optional.empty() : Optional.of(String.join("\n", names.faults));
  }

  private void check(Object value, String place, int depth) {
    limits.visit(1, depth);
    if (value instanceof Constructed made) {
      if (!made.type().equals(place) && faults.size() < MOST_FAULTS) {
        faults.add(
            "unexpected type name %s, expected %s, which matches field name path from root Object type"
                .formatted(GoText.quote(made.type()), GoText.quote(place)));
      }
      made.forEach((name, field) -> check(field, place + "." + name, depth + 1));
    } else if (value instanceof Map<?, ?> map) {
      map.values().forEach(one -> check(one, place, depth + 1));
    } else if (value instanceof Collection<?> list) {
      list.forEach(one -> check(one, place, depth + 1));
    }
  }
}
