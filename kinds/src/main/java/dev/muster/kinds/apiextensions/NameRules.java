package dev.muster.kinds.apiextensions;

import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.names.Names;
import dev.muster.views.ApiextensionsV1.CustomResourceDefinitionNames;
import java.util.List;
import java.util.Locale;

/** Rules for the names of custom resources. */
final class NameRules {
  private static final String MIXED = "may have mixed case, but should otherwise match: ";

  private NameRules() {}

  static void validateRequired(CustomResourceDefinitionNames names, Errors errors) {
    for (String field : List.of("plural", "singular", "kind", "listKind")) {
      if (names.at().text(field).isEmpty()) {
        errors.required(names.at().path().child(field), "");
      }
    }
  }

  static void validate(CustomResourceDefinitionNames names, Errors errors) {
    for (String field : List.of("plural", "singular")) {
      label(names.at().get(field), names.at().text(field), "", errors);
    }
    for (String field : List.of("kind", "listKind")) {
      label(names.at().get(field), names.at().text(field).toLowerCase(Locale.ROOT), MIXED, errors);
    }
    for (At name : names.shortNames().each()) {
      labelOrEmpty(name, errors);
    }
    String kind = names.kind().text();
    if (!kind.isEmpty() && kind.equals(names.listKind().text())) {
      errors.invalid(names.listKind(), "kind and listKind may not be the same");
    }
    for (At name : names.categories().each()) {
      labelOrEmpty(name, errors);
    }
  }

  private static void label(At name, String checked, String before, Errors errors) {
    if (!checked.isEmpty()) {
      List<String> faults = Names.label1035(checked, false);
      if (!faults.isEmpty()) {
        errors.invalid(name, before + String.join(",", faults));
      }
    }
  }

  private static void labelOrEmpty(At name, Errors errors) {
    List<String> faults = Names.label1035(name.text(), false);
    if (!faults.isEmpty()) {
      errors.invalidText(name.path(), name.text(), String.join(",", faults));
    }
  }
}
