package dev.muster.kinds.admissionregistration;

import dev.muster.kinds.meta.LabelSelectors;
import dev.muster.kinds.meta.References;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.names.Names;
import java.util.List;
import java.util.Locale;

/** A policy's kind of parameters, and which policy and parameters a binding puts together. */
final class PolicyParams {
  private PolicyParams() {}

  static void validateBinding(At spec, Errors errors) {
    At policy = spec.get("policyName");
    if (policy.text().isEmpty()) {
      errors.required(spec.path().child("policyName"), "");
    } else {
      Names.subdomain(policy.text(), false).forEach(fault -> errors.invalid(policy, fault));
    }
    if (spec.get("paramRef").present()) {
      validateRef(spec.get("paramRef"), errors);
    }
  }

  static void validateKind(At kind, Errors errors) {
    At version = kind.get("apiVersion");
    String[] parts = version.text().split("/", -1);
    if (version.text().isEmpty()) {
      errors.required(kind.path().child("apiVersion"), "");
    } else if (parts.length > 2) {
      errors.invalid(version, "unexpected GroupVersion string: " + version.text());
    } else {
      if (parts.length == 2 && !parts[0].isEmpty()) {
        List<String> faults = Names.subdomain(parts[0], false);
        if (!faults.isEmpty()) {
          errors.invalidText(version.path(), parts[0], String.join(",", faults));
        }
      }
      String number = parts[parts.length - 1];
      List<String> faults = Names.label1035(number, false);
      if (number.isEmpty()) {
        errors.invalid(version, "version must be specified");
      } else if (!faults.isEmpty()) {
        errors.invalidText(version.path(), number, String.join(",", faults));
      }
    }
    At name = kind.get("kind");
    List<String> faults = Names.label1035(name.text().toLowerCase(Locale.ROOT), false);
    if (name.text().isEmpty()) {
      errors.required(kind.path().child("kind"), "");
    } else if (!faults.isEmpty()) {
      errors.invalid(
          name, "may have mixed case, but should otherwise match: " + String.join(",", faults));
    }
  }

  private static void validateRef(At ref, Errors errors) {
    At name = ref.get("name");
    At selector = ref.get("selector");
    boolean named = !name.text().isEmpty();
    if (named) {
      Names.pathSegment(name.text(), false).forEach(fault -> errors.invalid(name, fault));
      if (selector.present()) {
        errors.forbidden(name.path(), "name and selector are mutually exclusive");
      }
    }
    if (selector.present()) {
      LabelSelectors.validate(selector, errors);
      if (named) {
        errors.forbidden(selector.path(), "name and selector are mutually exclusive");
      }
    }
    if (!named && selector.absent()) {
      errors.required(ref.path(), "one of name or selector must be specified");
    }
    At missing = ref.get("parameterNotFoundAction");
    if (missing.text().isEmpty()) {
      errors.required(ref.path().child("parameterNotFoundAction"), "");
    } else {
      References.validateOneOf(missing, List.of("Deny", "Allow"), errors);
    }
  }
}
