package dev.muster.kinds.apiextensions;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.field.Errors;
import dev.muster.model.field.Path;
import dev.muster.model.scheme.ScalePaths;
import dev.muster.views.ApiextensionsV1.CustomResourceSubresourceScale;
import java.util.List;

/** Where a custom resource keeps its replicas, in the definition's own words. */
record CustomScale(String wanted, String actual, String selector) {

  static CustomScale of(CustomResourceSubresourceScale scale) {
    return new CustomScale(
        scale.specReplicasPath().text(),
        scale.statusReplicasPath().text(),
        scale.labelSelectorPath().text());
  }

  ScalePaths paths() {
    return new ScalePaths(
        FieldPaths.names(wanted),
        FieldPaths.names(actual),
        selector.isEmpty() ? List.of() : FieldPaths.names(selector));
  }

  void validateSpec(ObjectNode object, Errors errors) {
    number(object, wanted, errors);
  }

  void validateStatus(ObjectNode object, Errors errors) {
    number(object, actual, errors);
    if (!selector.isEmpty()) {
      JsonNode text = FieldPaths.find(object, FieldPaths.names(selector));
      if (!text.isMissingNode() && !text.isTextual()) {
        errors.invalidText(Path.of(selector), "", mismatch(selector, text, "string"));
      }
    }
  }

  private static void number(ObjectNode object, String path, Errors errors) {
    JsonNode number = FieldPaths.find(object, FieldPaths.names(path));
    if (number.isMissingNode()) {
      return;
    }
    if (!number.isIntegralNumber()) {
      errors.invalid(Path.of(path), "0", mismatch(path, number, "int64"));
    } else if (number.longValue() < 0) {
      errors.invalid(Path.of(path), number.asText(), "should be a non-negative integer");
    } else if (number.longValue() > Integer.MAX_VALUE) {
      errors.invalid(
          Path.of(path), number.asText(), "should be less than or equal to " + Integer.MAX_VALUE);
    }
  }

  private static String mismatch(String path, JsonNode value, String wanted) {
    return "%s accessor error: %s is of the type %s, expected %s"
        .formatted(path, GoTypes.printed(value), GoTypes.name(value), wanted);
  }
}
