package dev.muster.kinds.apiextensions;

import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.field.InvalidValue;
import dev.muster.model.field.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Rules for lists that are sets or maps, and for maps. */
final class ListRules {
  private static final String LIST = "x-kubernetes-list-type";
  private static final String KEYS = "x-kubernetes-list-map-keys";
  private static final String MAP = "x-kubernetes-map-type";

  private ListRules() {}

  static void validate(At at, Errors errors) {
    typed(at, MAP, "object", errors);
    At map = at.get(MAP);
    if (map.present() && !List.of("atomic", "granular").contains(map.text())) {
      errors.unsupported(map, List.of("atomic", "granular"));
    }
    typed(at, LIST, "array", errors);
    At list = at.get(LIST);
    At items = at.get("items");
    boolean typed = list.present() && at.text("type").equals("array");
    if (typed && list.text().equals("set") && items.node().isObject()) {
      atomic(items, errors);
    }
    if (list.present() && !List.of("atomic", "set", "map").contains(list.text())) {
      errors.unsupported(list, List.of("atomic", "set", "map"));
    }
    if (at.get(KEYS).size() > 0 && !list.text().equals("map")) {
      String must = "must be map if x-kubernetes-list-map-keys is non-empty";
      if (list.absent()) {
        errors.required(list.path(), must);
      } else {
        errors.invalid(list, must);
      }
    }
    if (list.text().equals("map")) {
      keyed(at, items, errors);
    }
    if (items.node().isObject() && (list.text().equals("set") || list.text().equals("map"))) {
      present(at, items, list.text(), errors);
    }
  }

  private static void typed(At at, String extension, String type, Errors errors) {
    if (at.has(extension) && !at.text("type").equals(type)) {
      String must = "must be " + type + " if " + extension + " is specified";
      if (at.text("type").isEmpty()) {
        errors.required(at.path().child("type"), must);
      } else {
        errors.invalid(at.get("type"), must);
      }
    }
  }

  /** What is told apart by its whole value must be owned as a whole. */
  private static void atomic(At items, Errors errors) {
    String must = "must be atomic as item of a list with x-kubernetes-list-type=set";
    At list = items.get(LIST);
    switch (items.text("type")) {
      case "array" -> {
        if (list.present() && !list.text().equals("atomic")) {
          errors.invalid(list, must);
        }
      }
      case "object" -> {
        if (!items.text(MAP).equals("atomic")) {
          errors.invalid(items.path().child(MAP), InvalidValue.of(list.node()), must);
        }
      }
      default -> {}
    }
  }

  private static void keyed(At at, At items, Errors errors) {
    At keys = at.get(KEYS);
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
    if (!items.text("type").equals("object")) {
      errors.invalidText(
          items.path().child("type"),
          items.text("type"),
          "must be object if parent array's x-kubernetes-list-type is map");
      return;
    }
    Set<String> seen = new HashSet<>();
    for (String key : keys.texts()) {
      At property = items.get("properties").get(key);
      if (property.absent()) {
        errors.invalid(keys, "entries must all be names of item properties");
      } else if (List.of("array", "object").contains(property.text("type"))) {
        errors.invalidText(
            items.path().child("properties").key(key).child("type"),
            items.text("type"),
            "must be a scalar type if parent array's x-kubernetes-list-type is map");
      }
      if (!seen.add(key)) {
        errors.invalid(keys, "must not contain duplicate entries");
      }
    }
  }

  /** Elements and their keys must be there. */
  private static void present(At at, At items, String list, Errors errors) {
    if (items.get("nullable").truth()) {
      errors.forbidden(
          items.path().child("nullable"),
          "cannot be nullable when x-kubernetes-list-type is " + list);
    }
    if (!list.equals("map")) {
      return;
    }
    List<String> required = items.get("required").texts();
    for (String key : at.get(KEYS).texts()) {
      At property = items.get("properties").get(key);
      if (property.absent()) {
        continue;
      }
      Path place = items.path().child("properties").key(key);
      String is = "this property is in x-kubernetes-list-map-keys, so it ";
      if (!required.contains(key) && !property.has("default")) {
        errors.required(
            place.child("default"), is + "must have a default or be a required property");
      }
      if (property.get("nullable").truth()) {
        errors.forbidden(place.child("nullable"), is + "cannot be nullable");
      }
    }
  }
}
