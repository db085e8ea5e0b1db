package dev.muster.admission.psp;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The id ranges that a namespace's annotations give to its pods. */
public final class NamespaceRanges {
  private final String namespace;
  private final JsonNode annotations;

  public NamespaceRanges(String namespace, JsonNode annotations) {
    this.namespace = namespace;
    this.annotations = annotations;
  }

  /**
   * The ranges for a strategy such as {@code runAsUser}; empty if the namespace has none.
   *
   * @throws IllegalArgumentException if what it has cannot be understood
   */
  Optional<List<IdRange>> of(String strategy) {
    JsonNode text = annotations.get(Extensions.rangesFor(strategy));
    if (text == null) {
      return Optional.empty();
    }
    List<IdRange> ranges = new ArrayList<>();
    for (String part : text.asText().split(",", -1)) {
      ranges.add(range(strategy, part.strip()));
    }
    return Optional.of(List.copyOf(ranges));
  }

  private IdRange range(String strategy, String part) {
    String[] ends = part.split("-", -1);
    try {
      long min = Long.parseUnsignedLong(ends[0]);
      long max = ends.length == 1 ? min : Long.parseUnsignedLong(ends[1]);
      if (ends.length <= 2 && min >= 0 && min <= max) {
        return new IdRange(min, max);
      }
    } catch (NumberFormatException e) {
      // said below
    }
    throw new IllegalArgumentException(
        "annotation "
            + Extensions.rangesFor(strategy)
            + " of namespace \""
            + namespace
            + "\" has the range \""
            + part
            + "\": must be an id, or two with a dash between, as 1000-1999");
  }
}
