package dev.muster.apiserver.access;

import dev.muster.apiserver.handlers.RequestAttributes;
import dev.muster.apiserver.request.Query;
import dev.muster.apiserver.request.RequestInfo;
import dev.muster.apiserver.reviews.AccessQuestion;
import dev.muster.authz.Attributes;
import dev.muster.authz.User;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.views.AuthorizationV1.SubjectAccessReviewSpec;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The request that an explanation is about: by its attributes, or as it goes over the wire. */
final class AskedRequest {
  private static final int LONGEST = 8 * 1024;

  private static final Pattern LINE =
      Pattern.compile("(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS) (/[^ ?#]*)(?:\\?([^ #]*))?");

  private AskedRequest() {}

  static void validate(At spec, Errors errors) {
    At line = spec.get("request");
    At resource = spec.get("resourceAttributes");
    At path = spec.get("nonResourceAttributes");
    int given =
        (line.text().isEmpty() ? 0 : 1) + (resource.present() ? 1 : 0) + (path.present() ? 1 : 0);
    if (given != 1) {
      errors.invalidWithoutValue(
          spec.path(),
          "exactly one of resourceAttributes, nonResourceAttributes and request must be specified");
    } else if (!line.text().isEmpty()
        && (line.text().length() > LONGEST || !LINE.matcher(line.text()).matches())) {
      errors.invalidWithoutValue(
          line.path(), "must be a method and a path, such as GET /api/v1/namespaces/default/pods");
    }
  }

  /** What authorizers are asked. */
  static AccessQuestion read(At spec, User user) {
    Matcher line = LINE.matcher(spec.get("request").text());
    if (!line.matches()) {
      return AccessQuestion.of(user, new SubjectAccessReviewSpec(spec));
    }
    Query query = Query.parse(line.group(3) == null ? "" : line.group(3));
    RequestInfo info = RequestInfo.of(line.group(1), line.group(2), query);
    return new AccessQuestion(RequestAttributes.of(user, info, query), List.of());
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
