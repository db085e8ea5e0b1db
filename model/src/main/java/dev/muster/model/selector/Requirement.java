package dev.muster.model.selector;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One condition on a label.
 *
 * @param values sorted; none for the operators that ask only for presence
 */
public record Requirement(String key, Operator operator, List<String> values) {

  /** How a label's value is compared, with the spelling in selectors. */
  public enum Operator {
    /** The key is there, whatever its value. */
    EXISTS(""),
    /** The key is not there. */
    ABSENT("!"),
    /** The key is there and has the value. */
    EQUALS("="),
    /** The same, spelt as some like it. */
    DOUBLE_EQUALS("=="),
    /** The key is not there or has another value. */
    NOT_EQUALS("!="),
    /** The key is there and has one of the values. */
    IN(" in "),
    /** The key is not there or has none of the values. */
    NOT_IN(" notin "),
    /** The value is a whole number above the one given. */
    GREATER(">"),
    /** The value is a whole number below the one given. */
    LESS("<");

    private final String text;

    Operator(String text) {
      this.text = text;
    }
  }

  public Requirement {
    values = values.stream().distinct().sorted().toList();
  }

  /** Whether a label's value (null: there is no such label) meets this condition. */
  boolean matches(@Nullable String value) {
    return switch (operator) {
      case EXISTS -> value != null;
      case ABSENT -> value == null;
      case EQUALS, DOUBLE_EQUALS, IN -> value != null && values.contains(value);
      case NOT_EQUALS, NOT_IN -> value == null || !values.contains(value);
      case GREATER -> value != null && compares(value) > 0;
      case LESS -> value != null && compares(value) < 0;
    };
  }

  /** 0 when either side is no number. */
  private int compares(String value) {
    try {
      return Long.compare(Long.parseLong(value), Long.parseLong(values.getFirst()));
    } catch (NumberFormatException e) {
      return 0;
    }
  }

  @Override
  public String toString() {
    String all = String.join(",", values);
    return switch (operator) {
      case EXISTS -> key;
      case ABSENT -> "!" + key;
      case IN, NOT_IN -> key + operator.text + "(" + all + ")";
      case EQUALS, DOUBLE_EQUALS, NOT_EQUALS, GREATER, LESS -> key + operator.text + all;
    };
  }
}
