package dev.muster.kinds.admissionregistration;

import dev.muster.kinds.meta.LabelSelectors;
import dev.muster.kinds.meta.References;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.names.Names;
import dev.muster.views.AdmissionregistrationV1.ParamKind;
import dev.muster.views.AdmissionregistrationV1.ParamRef;
import dev.muster.views.AdmissionregistrationV1.ValidatingAdmissionPolicyBindingSpec;
import dev.muster.views.MetaV1.LabelSelector;
import java.util.List;
import java.util.Locale;

/** A policy's kind of parameters, and which policy and parameters a binding puts together. */
final class PolicyParams {
  private PolicyParams() {}

  static void validateBinding(ValidatingAdmissionPolicyBindingSpec spec, Errors errors) {
    At policy = spec.policyName();
    if (policy.text().isEmpty()) {
      errors.required(spec.policyName().path(), "");
    } else {
      Names.subdomain(policy.text(), false).forEach(fault -> errors.invalid(policy, fault));
    }
    if (spec.paramRef().present()) {
      validateRef(spec.paramRef(), errors);
    }
  }

  static void validateKind(ParamKind kind, Errors errors) {
    At version = kind.apiVersion();
    String[] parts = version.text().split("/", -1);
    if (version.text().isEmpty()) {
      errors.required(kind.apiVersion().path(), "");
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
    At name = kind.kind();
    List<String> faults = Names.label1035(name.text().toLowerCase(Locale.ROOT), false);
    if (name.text().isEmpty()) {
      errors.required(kind.kind().path(), "");
    } else if (!faults.isEmpty()) {
      errors.invalid(
          name, "may have mixed case, but should otherwise match: " + String.join(",", faults));
    }
  }

  private static void validateRef(ParamRef ref, Errors errors) {
    At name = ref.name();
    LabelSelector selector = ref.selector();
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
        errors.forbidden(selector.at().path(), "name and selector are mutually exclusive");
      }
    }
    if (!named && selector.absent()) {
      errors.required(ref.at().path(), "one of name or selector must be specified");
    }
    At missing = ref.parameterNotFoundAction();
    if (missing.text().isEmpty()) {
      errors.required(ref.parameterNotFoundAction().path(), "");
    } else {
      References.validateOneOf(missing, List.of("Deny", "Allow"), errors);
    }
  }
}
