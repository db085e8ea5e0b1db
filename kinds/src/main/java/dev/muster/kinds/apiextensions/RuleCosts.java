package dev.muster.kinds.apiextensions;

import dev.muster.model.field.Errors;
import dev.muster.model.field.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** What the rules of one schema may cost, each and together. Not thread-safe. */
final class RuleCosts {
  private static final long LIMIT = 10_000_000;
  private static final long TOTAL_LIMIT = 100_000_000;
  private static final int MOST_EXPENSIVE = 4;

  private final Path schema;
  private final boolean unchanged;
  private final Errors errors = new Errors();
  private final List<Cost> all = new ArrayList<>();
  private long total;

  private record Cost(Path at, long amount) {}

  /**
   * @param unchanged whether the schema was accepted before as it is
   */
  RuleCosts(Path schema, boolean unchanged) {
    this.schema = schema;
    this.unchanged = unchanged;
  }

  Errors errors() {
    return errors;
  }

  void rule(Path at, long cost) {
    note(at, cost, "estimated rule cost");
  }

  void message(Path at, long cost) {
    note(at, cost, "estimated messageExpression cost");
  }

  private void note(Path at, long cost, String what) {
    if (!unchanged && cost > LIMIT) {
      errors.forbidden(at, exceeds(what, cost, LIMIT));
    }
    if (cost >= TOTAL_LIMIT / 100) {
      all.add(new Cost(at, cost));
    }
    total = total > Long.MAX_VALUE - cost ? Long.MAX_VALUE : total + cost;
  }

  void tellTotal(Errors found) {
    if (total <= TOTAL_LIMIT) {
      return;
    }
    all.stream()
        .sorted(Comparator.comparingLong(Cost::amount).reversed())
        .limit(MOST_EXPENSIVE)
        .forEach(
            cost ->
                found.forbidden(
                    cost.at(),
                    "contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema"));
    found.forbidden(
        schema,
        exceeds(
            "x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema",
            total,
            TOTAL_LIMIT));
  }

  private static String exceeds(String what, long cost, long limit) {
    double factor = (double) cost / limit;
    String times =
        factor > 100
            ? "more than 100x"
            : String.format(Locale.ROOT, factor < 1.5 ? "%fx" : "%.1fx", factor);
    return what
        + " exceeds budget by factor of "
        + times
        + " (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)";
  }
}
