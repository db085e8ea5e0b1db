package dev.muster.kinds.apiextensions;

import dev.muster.base.deadline.Deadline;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.field.Path;
import dev.muster.views.ApiextensionsV1.JSONSchemaProps;
import dev.muster.views.ViewList;
import java.util.List;
import java.util.Map;

/** Fields of which a schema says what they may be must be fields that it has. */
final class Completeness {
  private Completeness() {}

  static void validate(JSONSchemaProps schema, Errors errors) {
    values(schema, schema, schema.at().path(), errors);
  }

  private static void values(
      JSONSchemaProps values, JSONSchemaProps there, Path at, Errors errors) {
    if (values.not().present()) {
      nested(values.not(), there, at, errors);
    }
    for (ViewList<JSONSchemaProps> several :
        List.of(values.allOf(), values.anyOf(), values.oneOf())) {
      several.forEach(one -> nested(one, there, at, errors));
    }
  }

  private static void nested(
      JSONSchemaProps values, JSONSchemaProps there, Path at, Errors errors) {
    Deadline.check();
    if (there.tree().isMissingNode()) {
      errors.required(at, "because it is defined in " + values.at().path());
      return;
    }
    values(values, there, at, errors);
    if (values.items().node().isObject()) {
      nested(
          new JSONSchemaProps(values.items()),
          new JSONSchemaProps(there.items()),
          at.child("items"),
          errors);
    }
    for (Map.Entry<String, At> e : values.properties().entries()) {
      Path place = at.child("properties").key(e.getKey());
      JSONSchemaProps property = new JSONSchemaProps(there.properties().get(e.getKey()));
      nested(new JSONSchemaProps(e.getValue()), property, place, errors);
    }
  }
}
