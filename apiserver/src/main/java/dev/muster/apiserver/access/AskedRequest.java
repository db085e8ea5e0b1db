package dev.muster.apiserver.access;

import dev.muster.apiserver.handlers.RequestAttributes;
import dev.muster.apiserver.request.RequestLine;
import dev.muster.apiserver.reviews.AccessQuestion;
import dev.muster.authz.Attributes;
import dev.muster.authz.User;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.views.AccessV1.AccessExplanationSpec;
import dev.muster.views.AuthorizationV1.SubjectAccessReviewSpec;
import java.util.List;

/** The request that an explanation is about: by its attributes, or as it goes over the wire. */
final class AskedRequest {
  private AskedRequest() {}

  static void validate(AccessExplanationSpec spec, Errors errors) {
    At line = spec.request();
    int given =
        (line.text().isEmpty() ? 0 : 1)
            + (spec.resourceAttributes().present() ? 1 : 0)
            + (spec.nonResourceAttributes().present() ? 1 : 0);
    if (given != 1) {
      errors.invalidWithoutValue(
          spec.at().path(),
          "exactly one of resourceAttributes, nonResourceAttributes and request must be specified");
    } else if (!line.text().isEmpty()) {
      try {
        RequestLine unused = RequestLine.of(line.text());
      } catch (IllegalArgumentException e) {
        errors.invalidWithoutValue(line.path(), String.valueOf(e.getMessage()));
      }
    }
  }

  /** What authorizers are asked; a line is read as a server reads it, with its escapes. */
  static AccessQuestion read(AccessExplanationSpec spec, User user) {
    String text = spec.request().text();
    if (text.isEmpty()) {
      return AccessQuestion.of(user, new SubjectAccessReviewSpec(spec.at()));
    }
    RequestLine line = RequestLine.of(text);
    return new AccessQuestion(RequestAttributes.of(user, line.info(), line.query()), List.of());
  }

  /** The same question in a namespace. */
  static Attributes in(String namespace, Attributes request) {
    return new Attributes(
        request.user(),
        request.verb(),
        true,
        request.apiGroup(),
        request.apiVersion(),
        request.resource(),
        request.subresource(),
        namespace,
        request.name(),
        request.path(),
        request.fieldSelector(),
        request.labelSelector());
  }
}
