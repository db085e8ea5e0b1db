package dev.muster.kinds.meta;

import dev.muster.model.field.At;
import dev.muster.model.field.Errors;

/** Rules for owner references. */
final class OwnerReferences {
  private OwnerReferences() {}

  static void validate(At references, Errors errors) {
    String controller = "";
    for (At reference : references.each()) {
      one(reference, references, errors);
      if (reference.get("controller").truth()) {
        String name = reference.text("kind") + "/" + reference.text("name");
        if (controller.isEmpty()) {
          controller = name;
        } else {
          errors.invalid(
              references,
              "Only one reference can have Controller set to true. Found \"true\" in references for "
                  + controller
                  + " and "
                  + name);
        }
      }
    }
  }

  private static void one(At reference, At references, Errors errors) {
    String apiVersion = reference.text("apiVersion");
    if (version(apiVersion).isEmpty()) {
      errors.invalidText(
          references.path().child("apiVersion"), apiVersion, "version must not be empty");
    }
    for (String field : new String[] {"kind", "name", "uid"}) {
      if (reference.text(field).isEmpty()) {
        errors.invalidText(references.path().child(field), "", "must not be empty");
      }
    }
    if (apiVersion.equals("v1") && reference.text("kind").equals("Event")) {
      errors.invalid(
          new At(reference.node(), references.path()),
          "/v1, Kind=Event is disallowed from being an owner");
    }
  }

  /** The version of a group and version; empty when the text cannot be one. */
  private static String version(String apiVersion) {
    int slash = apiVersion.indexOf('/');
    if (slash < 0) {
      return apiVersion;
    }
    return apiVersion.indexOf('/', slash + 1) < 0 ? apiVersion.substring(slash + 1) : "";
  }
}
