package dev.muster.cel;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A compiled rule of a schema. Immutable; evaluations may run side by side. */
public final class Rule {
  private final Expression expression;
  private final DeclaredType self;
  private final boolean optional;

  Rule(Expression expression, DeclaredType self, boolean optional) {
    this.expression = expression;
    this.self = self;
    this.optional = optional;
  }

  /** Whether it is about what the value was. */
  public boolean usesOld() {
    return expression.mentions("oldSelf");
  }

  /** What the rule may cost at most, whatever the value is. */
  public long mostCost() {
    return expression.mostCost(self);
  }

  /**
   * Evaluates, at the cost of the budget. Never throws. A failure's message is the bare fault.
   *
   * @param old null if there was no such value before, or nobody can tell
   */
  public Evaluation evaluate(JsonNode value, @Nullable JsonNode old, Budget budget) {
    Map<String, Object> values = new HashMap<>();
    values.put("self", DeclaredView.of(value, self));
    if (optional) {
      values.put(
          "oldSelf", old == null ? Optional.empty() : Optional.of(DeclaredView.of(old, self)));
    } else if (old != null) {
      values.put("oldSelf", DeclaredView.of(old, self));
    }
    return expression.run(values, budget);
  }
}
