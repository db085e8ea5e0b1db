package dev.muster.kinds.resource;

import com.fasterxml.jackson.databind.node.TextNode;
import dev.muster.base.go.GoText;
import dev.muster.cel.DeviceExpressions;
import dev.muster.kinds.meta.Bytes;
import dev.muster.kinds.pods.volumes.DriverSources;
import dev.muster.model.codec.Encoder;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.field.Path;
import dev.muster.model.names.Labels;
import dev.muster.model.names.Names;
import dev.muster.views.ResourceV1.CELDeviceSelector;
import dev.muster.views.ResourceV1.DeviceSelector;
import dev.muster.views.ResourceV1.DeviceToleration;
import dev.muster.views.ResourceV1.OpaqueDeviceConfiguration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.regex.Pattern;

/** What classes of devices and claims for devices have in common. */
final class DeviceRules {
  static final int MOST = 32;
  private static final int LONGEST_EXPRESSION = 10 << 10;
  private static final int LONGEST_PARAMETERS = 10 << 10;
  private static final int LONGEST_ID = 32;
  private static final Pattern IDENTIFIER = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
  private static final List<String> OPERATORS = List.of("Equal", "Exists");
  private static final List<String> EFFECTS = List.of("NoExecute", "NoSchedule", "None");

  private DeviceRules() {}

  /** Checks each element of a list that has not too many. */
  static void each(At list, int most, Consumer<At> one, Errors errors) {
    if (list.size() > most) {
      errors.tooMany(list.path(), list.size(), most);
    } else {
      list.each().forEach(one);
    }
  }

  /** As {@link #each}, for elements that differ in what {@code key} tells. */
  static void set(At list, int most, Function<At, String> key, Consumer<At> one, Errors errors) {
    each(list, most, one, errors);
    if (list.size() > most) {
      return;
    }
    Set<String> seen = new HashSet<>();
    for (At element : list.each()) {
      if (!seen.add(key.apply(element))) {
        errors.duplicate(element.path(), GoText.quote(key.apply(element)));
      }
    }
  }

  static void selectors(At selectors, Errors errors) {
    each(
        selectors,
        MOST,
        selector -> {
          CELDeviceSelector cel = new DeviceSelector(selector).cel();
          if (cel.absent()) {
            errors.required(cel.at().path(), "");
            return;
          }
          At expression = cel.expression();
          if (Bytes.of(expression.text()) > LONGEST_EXPRESSION) {
            errors.tooLong(expression.path(), LONGEST_EXPRESSION);
          } else {
            DeviceExpressions.fault(expression.text())
                .ifPresent(
                    fault -> errors.invalidText(expression.path(), expression.text(), fault));
          }
        },
        errors);
  }

  static void config(OpaqueDeviceConfiguration opaque, Errors errors) {
    if (opaque.absent()) {
      errors.required(opaque.at().path(), "");
      return;
    }
    DriverSources.validateDriverName(opaque.driver(), errors);
    At parameters = opaque.parameters();
    if (parameters.absent()) {
      errors.required(parameters.path(), "");
    } else if (Encoder.encode(parameters.node()).length > LONGEST_PARAMETERS) {
      errors.tooLong(parameters.path(), LONGEST_PARAMETERS);
    } else if (!parameters.node().isObject()) {
      errors.invalidText(parameters.path(), "<value omitted>", "must be a valid JSON object");
    }
  }

  static void toleration(DeviceToleration toleration, Errors errors) {
    At key = toleration.key();
    At operator = toleration.operator();
    At value = toleration.value();
    At effect = toleration.effect();
    if (!key.text().isEmpty()) {
      Labels.validateKey(key.text(), key.path(), errors);
    }
    switch (operator.text()) {
      case "Exists" -> {
        if (!value.text().isEmpty()) {
          errors.invalid(value, "must be empty for operator `Exists`");
        }
      }
      case "Equal" -> Labels.value(value.text()).forEach(fault -> errors.invalid(value, fault));
      case "" -> errors.required(operator.path(), "");
      default -> errors.unsupported(operator, OPERATORS);
    }
    if (!effect.text().isEmpty() && !EFFECTS.contains(effect.text())) {
      errors.unsupported(effect, EFFECTS);
    }
  }

  static void qualifiedAttribute(At attribute, Errors errors) {
    String name = attribute.text();
    Path at = attribute.path();
    String[] parts = name.split("/", -1);
    if (parts.length == 1) {
      identifier(parts[0], at, errors);
    } else if (parts.length == 2) {
      if (parts[0].isEmpty()) {
        errors.invalidText(at, "", "the domain must not be empty");
      } else {
        DriverSources.validateDriverName(new At(TextNode.valueOf(parts[0]), at), errors);
      }
      if (parts[1].isEmpty()) {
        errors.invalidText(at, "", "the name must not be empty");
      } else {
        identifier(parts[1], at, errors);
      }
    }
    if (!name.contains("/")) {
      errors.invalidText(
          at, name, "a fully qualified name must be a domain and a name separated by a slash");
    }
  }

  private static void identifier(String id, Path at, Errors errors) {
    if (Bytes.of(id) > LONGEST_ID) {
      errors.tooLong(at, LONGEST_ID);
    }
    if (!IDENTIFIER.matcher(id).matches()) {
      errors.invalidText(
          at,
          id,
          "a valid C identifier must start with alphabetic character or '_', followed by a string of alphanumeric characters or"
              + " '_' (e.g. 'my_name',  or 'MY_NAME',  or 'MyName', regex used for validation is '"
              + IDENTIFIER
              + "')");
    }
  }

  static void requestName(String name, Path at, Errors errors) {
    Names.label(name, false).forEach(fault -> errors.invalidText(at, name, fault));
  }
}
