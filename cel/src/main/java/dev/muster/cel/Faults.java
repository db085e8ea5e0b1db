package dev.muster.cel;

import dev.cel.runtime.CelEvaluationException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What went wrong in an evaluation, in the words Kubernetes uses. */
final class Faults {
  private static final Pattern PLACE = Pattern.compile("evaluation error(?: at [^:]*:\\d+)?: ");
  private static final Pattern KEY = Pattern.compile("key '(.*)' is not present in map\\.");
  private static final Pattern FIELD = Pattern.compile("Error resolving fields? '(.*)'\\. .*");

  private Faults() {}

  static String message(CelEvaluationException e) {
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof FunctionFault || cause instanceof VariableFault) {
        return String.valueOf(cause.getMessage());
      }
    }
    String text = PLACE.matcher(String.valueOf(e.getMessage())).replaceFirst("");
    return switch (e.getErrorCode()) {
      case ATTRIBUTE_NOT_FOUND -> "no such key: " + name(text);
      case OVERLOAD_NOT_FOUND -> "no such overload";
      case DIVIDE_BY_ZERO -> text.contains("odulus") ? "modulus by zero" : "division by zero";
      case NUMERIC_OVERFLOW -> "integer overflow";
      case INDEX_OUT_OF_BOUNDS -> text.replace("Index out of bounds", "index out of bounds");
      default -> text;
    };
  }

  private static String name(String text) {
    Matcher key = KEY.matcher(text);
    if (key.matches()) {
      return key.group(1);
    }
    Matcher field = FIELD.matcher(text);
    return field.matches() ? field.group(1) : text;
  }
}
