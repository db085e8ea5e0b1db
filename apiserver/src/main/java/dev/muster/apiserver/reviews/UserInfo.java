package dev.muster.apiserver.reviews;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.authz.User;
import dev.muster.views.AuthenticationV1.MutableUserInfo;
import dev.muster.views.AuthorizationV1.SubjectAccessReviewSpec;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Users in the form in which reviews carry them. */
final class UserInfo {
  private UserInfo() {}

  /** Whom a review is about. */
  static User read(SubjectAccessReviewSpec spec) {
    Map<String, List<String>> extra = new LinkedHashMap<>();
    spec.extra().entries().forEach(e -> extra.put(e.getKey(), e.getValue().texts()));
    return new User(spec.user().text(), spec.uid().text(), spec.groups().texts(), extra);
  }

  static MutableUserInfo write(User user) {
    MutableUserInfo info = MutableUserInfo.create();
    if (!user.name().isEmpty()) {
      info.username(user.name());
    }
    if (!user.uid().isEmpty()) {
      info.uid(user.uid());
    }
    user.groups().forEach(group -> info.groups().list().add(group));
    if (!user.extra().isEmpty()) {
      ObjectNode extra = info.extra().map();
      user.extra().forEach((key, values) -> values.forEach(extra.putArray(key)::add));
    }
    return info;
  }
}
