package dev.muster.apiserver.reviews;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.field.InvalidValue;
import dev.muster.model.names.Labels;
import dev.muster.views.AuthorizationV1.FieldSelectorAttributes;
import dev.muster.views.AuthorizationV1.LabelSelectorAttributes;
import dev.muster.views.AuthorizationV1.NonResourceAttributes;
import dev.muster.views.AuthorizationV1.ResourceAttributes;
import dev.muster.views.AuthorizationV1.SubjectAccessReview;
import dev.muster.views.AuthorizationV1.SubjectAccessReviewSpec;
import dev.muster.views.MetaV1.FieldSelectorRequirement;
import dev.muster.views.MetaV1.LabelSelectorRequirement;
import dev.muster.views.MetaV1.ObjectMeta;

/** What a review of access has to hold, and in which order faults are told. */
final class AccessReviewRules {
  private AccessReviewRules() {}

  static void validate(AccessReview.About about, SubjectAccessReview review, Errors errors) {
    SubjectAccessReviewSpec spec = review.spec();
    oneKindOfAttributes(spec, errors);
    if (about != AccessReview.About.ASKER
        && spec.user().text().isEmpty()
        && spec.groups().size() == 0) {
      errors.invalidText(spec.user().path(), "", "at least one of user or group must be specified");
    }
    ResourceAttributes resource = spec.resourceAttributes();
    fieldSelector(resource.fieldSelector(), errors);
    labelSelector(resource.labelSelector(), errors);
    metadata(about, review.metadata(), errors);
    if (about == AccessReview.About.ANYONE_IN_NAMESPACE) {
      inNamespace(review, errors);
    }
  }

  private static void oneKindOfAttributes(SubjectAccessReviewSpec spec, Errors errors) {
    ResourceAttributes resource = spec.resourceAttributes();
    NonResourceAttributes path = spec.nonResourceAttributes();
    if (resource.present() && path.present()) {
      errors.invalid(
          path.at().path(),
          inGo(path),
          "cannot be specified in combination with resourceAttributes");
    }
    if (resource.absent() && path.absent()) {
      errors.invalid(
          resource.at(),
          "exactly one of nonResourceAttributes or resourceAttributes must be specified");
    }
  }

  private static void metadata(AccessReview.About about, ObjectMeta metadata, Errors errors) {
    boolean local = about == AccessReview.About.ANYONE_IN_NAMESPACE;
    int mayBe =
        (metadata.managedFields().at().present() ? 1 : 0)
            + (local && metadata.namespace().present() ? 1 : 0);
    if (metadata.tree().size() > mayBe) {
      errors.invalid(metadata.at(), local ? "must be empty except for namespace" : "must be empty");
    }
  }

  private static void inNamespace(SubjectAccessReview review, Errors errors) {
    ResourceAttributes resource = review.spec().resourceAttributes();
    At namespace = resource.namespace();
    if (resource.present() && !namespace.text().equals(review.metadata().namespace().text())) {
      errors.invalidText(namespace.path(), namespace.text(), "must match metadata.namespace");
    }
    NonResourceAttributes path = review.spec().nonResourceAttributes();
    if (path.present()) {
      errors.invalid(path.at().path(), inGo(path), "disallowed on this kind of request");
    }
  }

  /** The attributes under the names of Go's fields, as messages show them. */
  private static String inGo(NonResourceAttributes path) {
    ObjectNode value = JsonNodeFactory.instance.objectNode();
    value.put("Path", path.path().text()).put("Verb", path.verb().text());
    return InvalidValue.of(value);
  }

  private static void fieldSelector(FieldSelectorAttributes selector, Errors errors) {
    rawOrRequirements(selector.at(), selector.rawSelector(), selector.requirements().at(), errors);
    for (FieldSelectorRequirement requirement : selector.requirements()) {
      if (requirement.key().text().isEmpty()) {
        errors.required(requirement.key().path(), "must be specified");
      }
      Labels.validateValueCount(requirement.at(), errors);
    }
  }

  private static void labelSelector(LabelSelectorAttributes selector, Errors errors) {
    rawOrRequirements(selector.at(), selector.rawSelector(), selector.requirements().at(), errors);
    for (LabelSelectorRequirement requirement : selector.requirements()) {
      Labels.validateValueCount(requirement.at(), errors);
      Labels.validateKeyAndValues(requirement.at(), errors);
    }
  }

  private static void rawOrRequirements(At selector, At raw, At requirements, Errors errors) {
    if (selector.absent()) {
      return;
    }
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
