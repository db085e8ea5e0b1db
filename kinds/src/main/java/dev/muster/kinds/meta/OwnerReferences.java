package dev.muster.kinds.meta;

import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.views.MetaV1.OwnerReference;
import dev.muster.views.ViewList;

/** Rules for owner references. */
final class OwnerReferences {
  private OwnerReferences() {}

  static void validate(ViewList<OwnerReference> references, Errors errors) {
    String controller = "";
    for (OwnerReference reference : references) {
      one(reference, references, errors);
      if (reference.controller().truth()) {
        String name = reference.kind().text() + "/" + reference.name().text();
        if (controller.isEmpty()) {
          controller = name;
        } else {
          errors.invalid(
              references.at(),
              "Only one reference can have Controller set to true. Found \"true\" in references for"
                  + " "
                  + controller
                  + " and "
                  + name);
        }
      }
    }
  }

  private static void one(
      OwnerReference reference, ViewList<OwnerReference> references, Errors errors) {
    String apiVersion = reference.apiVersion().text();
    if (version(apiVersion).isEmpty()) {
      errors.invalidText(
          references.at().path().child("apiVersion"), apiVersion, "version must not be empty");
    }
    for (String field : new String[] {"kind", "name", "uid"}) {
      if (reference.at().text(field).isEmpty()) {
        errors.invalidText(references.at().path().child(field), "", "must not be empty");
      }
    }
    if (apiVersion.equals("v1") && reference.kind().text().equals("Event")) {
      errors.invalid(
          new At(reference.tree(), references.at().path()),
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
