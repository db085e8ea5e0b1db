package dev.muster.model.names;

import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.field.Path;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Rules for label keys, label values and label selectors, in Kubernetes' words. */
public final class Labels {
  private static final int MAX_LENGTH = 63;
  private static final Pattern NAME = Pattern.compile("([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]");
  private static final Pattern VALUE =
      Pattern.compile("(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?");
  private static final String NAME_RULE =
      "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g."
          + " 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '"
          + NAME
          + "')";

  private Labels() {}

  /** Faults in a qualified name: a name, or a DNS subdomain, a slash and a name. */
  public static List<String> qualifiedName(String text) {
    String[] parts = text.split("/", -1);
    List<String> faults = new ArrayList<>();
    if (parts.length > 2) {
      faults.add(
          "a valid label key "
              + NAME_RULE
              + " with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')");
      return faults;
    }
    if (parts.length == 2) {
      if (parts[0].isEmpty()) {
        faults.add("prefix part must be non-empty");
      } else {
        Names.subdomain(parts[0], false).forEach(f -> faults.add("prefix part " + inBytes(f)));
      }
    }
    String name = parts[parts.length - 1];
    if (name.isEmpty()) {
      faults.add("name part must be non-empty");
    } else if (tooLong(name)) {
      faults.add("name part must be no more than " + MAX_LENGTH + " bytes");
    }
    if (!NAME.matcher(name).matches()) {
      faults.add("name part " + NAME_RULE);
    }
    return faults;
  }

  /** Of keys and values Kubernetes says that bytes are counted, of names elsewhere characters. */
  private static String inBytes(String fault) {
    return fault.startsWith("must be no more than ") ? fault.replace("characters", "bytes") : fault;
  }

  /** Faults in a label's value. */
  public static List<String> value(String text) {
    List<String> faults = new ArrayList<>();
    if (tooLong(text)) {
      faults.add("must be no more than " + MAX_LENGTH + " bytes");
    }
    if (!VALUE.matcher(text).matches()) {
      faults.add(
          "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end"
              + " with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '"
              + VALUE
              + "')");
    }
    return faults;
  }

  /** Checks a key that stands at the given place. */
  public static void validateKey(String key, Path at, Errors errors) {
    qualifiedName(key).forEach(f -> errors.invalidText(at, key, f));
  }

  /** Checks the keys and values of a map of labels; faults name the map, not the key. */
  public static void validate(At labels, Errors errors) {
    for (Map.Entry<String, At> e : labels.entries()) {
      validateKey(e.getKey(), labels.path(), errors);
      String value = e.getValue().text();
      value(value).forEach(f -> errors.invalidText(labels.path(), value, f));
    }
  }

  /** Checks a label selector; an absent one is fine. */
  public static void validateSelector(At selector, Errors errors) {
    if (selector.absent()) {
      return;
    }
    validate(selector.get("matchLabels"), errors);
    for (At expression : selector.get("matchExpressions").each()) {
      requirement(expression, errors);
    }
  }

  private static void requirement(At expression, Errors errors) {
    if (!validateValueCount(expression, errors)) {
      errors.invalidText(
          expression.get("operator").path(),
          expression.text("operator"),
          "not a valid selector operator");
    }
    validateKeyAndValues(expression, errors);
  }

  /** Checks that a requirement has values if its operator needs some; false if it is unknown. */
  public static boolean validateValueCount(At expression, Errors errors) {
    At values = expression.get("values");
    switch (expression.text("operator")) {
      case "In", "NotIn" -> {
        if (values.size() == 0) {
          errors.required(values.path(), "must be specified when `operator` is 'In' or 'NotIn'");
        }
      }
      case "Exists", "DoesNotExist" -> {
        if (values.size() > 0) {
          errors.forbidden(
              values.path(), "may not be specified when `operator` is 'Exists' or 'DoesNotExist'");
        }
      }
      default -> {
        return false;
      }
    }
    return true;
  }

  /** Checks the label key and the label values of a requirement. */
  public static void validateKeyAndValues(At expression, Errors errors) {
    validateKey(expression.text("key"), expression.get("key").path(), errors);
    for (At value : expression.get("values").each()) {
      value(value.text()).forEach(f -> errors.invalidText(value.path(), value.text(), f));
    }
  }

  private static boolean tooLong(String text) {
    return text.length() > MAX_LENGTH || text.getBytes(StandardCharsets.UTF_8).length > MAX_LENGTH;
  }
}
