package dev.muster.cli.access;

import dev.muster.authz.Attributes;
import dev.muster.authz.SelectorRequirement;
import dev.muster.authz.User;
import dev.muster.views.AuthorizationV1.MutableResourceAttributes;
import dev.muster.views.AuthorizationV1.MutableSubjectAccessReviewSpec;

/** A request as reviews of access ask about it. */
public final class ReviewSpec {
  private ReviewSpec() {}

  /** What is asked, and who would do it. */
  public static MutableSubjectAccessReviewSpec of(Attributes asked) {
    MutableSubjectAccessReviewSpec spec = withoutUser(asked);
    User user = asked.user();
    spec.user(user.name()).uid(user.uid());
    user.groups().forEach(spec.groups().list()::add);
    user.extra()
        .forEach((key, values) -> values.forEach(spec.extra().map().withArrayProperty(key)::add));
    return spec;
  }

  /** What is asked. */
  static MutableSubjectAccessReviewSpec withoutUser(Attributes asked) {
    MutableSubjectAccessReviewSpec spec = MutableSubjectAccessReviewSpec.create();
    if (!asked.resourceRequest()) {
      spec.nonResourceAttributes().ensure().path(asked.path()).verb(asked.verb());
      return spec;
    }
    MutableResourceAttributes attributes = spec.resourceAttributes().ensure();
    for (SelectorRequirement each : asked.fieldSelector()) {
      var entry = attributes.fieldSelector().ensure().requirements().add();
      entry.key(each.key()).operator(each.operator());
      each.values().forEach(entry.values().list()::add);
    }
    for (SelectorRequirement each : asked.labelSelector()) {
      var entry = attributes.labelSelector().ensure().requirements().add();
      entry.key(each.key()).operator(each.operator());
      each.values().forEach(entry.values().list()::add);
    }
    attributes
        .namespace(asked.namespace())
        .verb(asked.verb())
        .group(asked.apiGroup())
        .version(asked.apiVersion())
        .resource(asked.resource())
        .subresource(asked.subresource())
        .name(asked.name());
    return spec;
  }
}
