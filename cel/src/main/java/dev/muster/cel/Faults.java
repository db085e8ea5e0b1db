package dev.muster.cel;

import dev.cel.runtime.CelEvaluationException;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What went wrong in an evaluation, in the words Kubernetes uses. */
final class Faults {
  private static final Pattern PLACE = Pattern.compile("evaluation error(?: at [^:]*:\\d+)?: ");
  private static final Pattern KEY = Pattern.compile("key '(.*)' is not present in map\\.");
  private static final Pattern FIELD = Pattern.compile("Error resolving fields? '(.*)'\\. .*");

  private static final Pattern ZONE = Pattern.compile("^Unknown time-zone ID: (.*)");

  /** What the interpreter says of a function, and what Kubernetes says. */
  private static final Map<String, String> KNOWN =
      Map.of(
          "Function 'optional_value' failed", "optional.none() dereference",
          "Function 'add_timestamp_duration' failed", "timestamp overflow",
          "Function 'add_duration_timestamp' failed", "timestamp overflow",
          "Function 'subtract_timestamp_duration' failed", "timestamp overflow",
          "expected boolean value", "no such overload");

  private Faults() {}

  static String message(CelEvaluationException e) {
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof FunctionFault || cause instanceof VariableFault) {
        return String.valueOf(cause.getMessage());
      }
    }
    String text = PLACE.matcher(String.valueOf(e.getMessage())).replaceFirst("");
    for (Map.Entry<String, String> known : KNOWN.entrySet()) {
      if (text.startsWith(known.getKey())) {
        return known.getValue();
      }
    }
    Matcher zone = ZONE.matcher(text);
    if (zone.find()) {
      return "unknown time zone " + zone.group(1);
    }
    return switch (e.getErrorCode()) {
      case ATTRIBUTE_NOT_FOUND -> "no such key: " + name(text);
      case OVERLOAD_NOT_FOUND -> "no such overload";
      case DIVIDE_BY_ZERO -> text.contains("odulus") ? "modulus by zero" : "division by zero";
      case NUMERIC_OVERFLOW ->
          text.contains("unsigned") || text.contains("uint") || text.contains("Unsigned")
              ? "unsigned integer overflow"
              : "integer overflow";
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
