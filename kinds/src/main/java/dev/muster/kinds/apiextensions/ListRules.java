package dev.muster.kinds.apiextensions;

import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.field.InvalidValue;
import dev.muster.model.field.Path;
import dev.muster.views.ApiextensionsV1.JSONSchemaProps;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Rules for lists that are sets or maps, and for maps. */
final class ListRules {
  private ListRules() {}

  static void validate(JSONSchemaProps schema, Errors errors) {
    At map = schema.xKubernetesMapType();
    typed(schema.type(), map, "x-kubernetes-map-type", "object", errors);
    if (map.present() && !List.of("atomic", "granular").contains(map.text())) {
      errors.unsupported(map, List.of("atomic", "granular"));
    }
    At list = schema.xKubernetesListType();
    typed(schema.type(), list, "x-kubernetes-list-type", "array", errors);
    At items = schema.items();
    boolean typed = list.present() && schema.type().text().equals("array");
    if (typed && list.text().equals("set") && items.node().isObject()) {
      atomic(new JSONSchemaProps(items), errors);
    }
    if (list.present() && !List.of("atomic", "set", "map").contains(list.text())) {
      errors.unsupported(list, List.of("atomic", "set", "map"));
    }
    At keys = schema.xKubernetesListMapKeys();
    if (keys.size() > 0 && !list.text().equals("map")) {
      String must = "must be map if x-kubernetes-list-map-keys is non-empty";
      if (list.absent()) {
        errors.required(list.path(), must);
      } else {
        errors.invalid(list, must);
      }
    }
    if (list.text().equals("map")) {
      keyed(keys, items, errors);
    }
    if (items.node().isObject() && (list.text().equals("set") || list.text().equals("map"))) {
      present(keys, new JSONSchemaProps(items), list.text(), errors);
    }
  }

  private static void typed(At type, At extension, String name, String wanted, Errors errors) {
    if (extension.present() && !type.text().equals(wanted)) {
      String must = "must be " + wanted + " if " + name + " is specified";
      if (type.text().isEmpty()) {
        errors.required(type.path(), must);
      } else {
        errors.invalid(type, must);
      }
    }
  }

  /** What is told apart by its whole value must be owned as a whole. */
  private static void atomic(JSONSchemaProps items, Errors errors) {
    String must = "must be atomic as item of a list with x-kubernetes-list-type=set";
    At list = items.xKubernetesListType();
    switch (items.type().text()) {
      case "array" -> {
        if (list.present() && !list.text().equals("atomic")) {
          errors.invalid(list, must);
        }
      }
      case "object" -> {
        At map = items.xKubernetesMapType();
        if (!map.text().equals("atomic")) {
          errors.invalid(map.path(), InvalidValue.of(list.node()), must);
        }
      }
      default -> {}
    }
  }

  private static void keyed(At keys, At items, Errors errors) {
    if (keys.size() == 0) {
      errors.required(keys.path(), "must not be empty if x-kubernetes-list-type is map");
    }
    if (items.absent()) {
      errors.required(items.path(), "must have a schema if x-kubernetes-list-type is map");
      return;
    }
    if (!items.node().isObject()) {
      errors.invalid(items, "must only have a single schema if x-kubernetes-list-type is map");
      return;
    }
    JSONSchemaProps item = new JSONSchemaProps(items);
    if (!item.type().text().equals("object")) {
      errors.invalidText(
          item.type().path(),
          item.type().text(),
          "must be object if parent array's x-kubernetes-list-type is map");
      return;
    }
    Set<String> seen = new HashSet<>();
    for (String key : keys.texts()) {
      JSONSchemaProps property = new JSONSchemaProps(item.properties().get(key));
      if (property.absent()) {
        errors.invalid(keys, "entries must all be names of item properties");
      } else if (List.of("array", "object").contains(property.type().text())) {
        errors.invalidText(
            item.properties().path().key(key).child("type"),
            item.type().text(),
            "must be a scalar type if parent array's x-kubernetes-list-type is map");
      }
      if (!seen.add(key)) {
        errors.invalid(keys, "must not contain duplicate entries");
      }
    }
  }

  /** Elements and their keys must be there. */
  private static void present(At keys, JSONSchemaProps items, String list, Errors errors) {
    if (items.nullable().truth()) {
      errors.forbidden(
          items.nullable().path(), "cannot be nullable when x-kubernetes-list-type is " + list);
    }
    if (!list.equals("map")) {
      return;
    }
    List<String> required = items.required().texts();
    for (String key : keys.texts()) {
      JSONSchemaProps property = new JSONSchemaProps(items.properties().get(key));
      if (property.absent()) {
        continue;
      }
      Path place = items.properties().path().key(key);
      String is = "this property is in x-kubernetes-list-map-keys, so it ";
      if (!required.contains(key) && property.default_().absent()) {
        errors.required(
            place.child("default"), is + "must have a default or be a required property");
      }
      if (property.nullable().truth()) {
        errors.forbidden(place.child("nullable"), is + "cannot be nullable");
      }
    }
  }
}
