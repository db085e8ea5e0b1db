package dev.muster.apiserver.reviews;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.field.InvalidValue;
import dev.muster.model.names.Labels;

/** What a question about access has to hold, and in which order faults are told. */
final class AccessReviewRules {
  private AccessReviewRules() {}

  static void validate(AccessReview.About about, At review, Errors errors) {
    At spec = review.get("spec");
    oneKindOfAttributes(spec, errors);
    if (about != AccessReview.About.ASKER
        && spec.text("user").isEmpty()
        && spec.get("groups").size() == 0) {
      errors.invalidText(
          spec.get("user").path(), "", "at least one of user or group must be specified");
    }
    At resource = spec.get("resourceAttributes");
    fieldSelector(resource.get("fieldSelector"), errors);
    labelSelector(resource.get("labelSelector"), errors);
    metadata(about, review.get("metadata"), errors);
    if (about == AccessReview.About.ANYONE_IN_NAMESPACE) {
      inNamespace(review, errors);
    }
  }

  private static void oneKindOfAttributes(At spec, Errors errors) {
    At resource = spec.get("resourceAttributes");
    At path = spec.get("nonResourceAttributes");
    if (resource.present() && path.present()) {
      errors.invalid(
          path.path(), inGo(path), "cannot be specified in combination with resourceAttributes");
    }
    if (resource.absent() && path.absent()) {
      errors.invalid(
          resource, "exactly one of nonResourceAttributes or resourceAttributes must be specified");
    }
  }

  private static void metadata(AccessReview.About about, At metadata, Errors errors) {
    boolean local = about == AccessReview.About.ANYONE_IN_NAMESPACE;
    int mayBe =
        (metadata.has("managedFields") ? 1 : 0) + (local && metadata.has("namespace") ? 1 : 0);
    if (metadata.node().size() > mayBe) {
      errors.invalid(metadata, local ? "must be empty except for namespace" : "must be empty");
    }
  }

  private static void inNamespace(At review, Errors errors) {
    At resource = review.get("spec", "resourceAttributes");
    String namespace = review.get("metadata").text("namespace");
    if (resource.present() && !resource.text("namespace").equals(namespace)) {
      errors.invalidText(
          resource.get("namespace").path(),
          resource.text("namespace"),
          "must match metadata.namespace");
    }
    At path = review.get("spec", "nonResourceAttributes");
    if (path.present()) {
      errors.invalid(path.path(), inGo(path), "disallowed on this kind of request");
    }
  }

  /** The attributes under the names of Go's fields, as messages show them. */
  private static String inGo(At path) {
    ObjectNode value = JsonNodeFactory.instance.objectNode();
    value.put("Path", path.text("path")).put("Verb", path.text("verb"));
    return InvalidValue.of(value);
  }

  private static void fieldSelector(At selector, Errors errors) {
    rawOrRequirements(selector, errors);
    for (At requirement : selector.get("requirements").each()) {
      if (requirement.text("key").isEmpty()) {
        errors.required(requirement.get("key").path(), "must be specified");
      }
      Labels.validateValueCount(requirement, errors);
    }
  }

  private static void labelSelector(At selector, Errors errors) {
    rawOrRequirements(selector, errors);
    for (At requirement : selector.get("requirements").each()) {
      Labels.validateValueCount(requirement, errors);
      Labels.validateKeyAndValues(requirement, errors);
    }
  }

  private static void rawOrRequirements(At selector, Errors errors) {
    if (selector.absent()) {
      return;
    }
    At raw = selector.get("rawSelector");
    At requirements = selector.get("requirements");
    if (!raw.text().isEmpty() && requirements.size() > 0) {
      errors.invalid(raw, "may not specified at the same time as requirements");
    }
    if (raw.text().isEmpty() && requirements.size() == 0) {
      errors.required(
          requirements.path(),
          "when " + selector.path() + " is specified, requirements or rawSelector is required");
    }
  }
}
