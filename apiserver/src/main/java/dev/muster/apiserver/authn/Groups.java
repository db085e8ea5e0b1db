package dev.muster.apiserver.authn;

import dev.muster.authz.User;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The users and groups that exist everywhere. */
final class Groups {
  static final String AUTHENTICATED = "system:authenticated";
  static final String UNAUTHENTICATED = "system:unauthenticated";
  static final String ANONYMOUS = "system:anonymous";
  static final User NOBODY = new User(ANONYMOUS, "", List.of(UNAUTHENTICATED), Map.of());

  private Groups() {}

  /** The user as a member of all authenticated users, unless the credentials say otherwise. */
  static User authenticated(User user) {
    if (user.name().equals(ANONYMOUS)
        || user.groups().contains(AUTHENTICATED)
        || user.groups().contains(UNAUTHENTICATED)) {
      return user;
    }
    List<String> groups = new ArrayList<>(user.groups());
    groups.add(AUTHENTICATED);
    return new User(user.name(), user.uid(), groups, user.extra());
  }
}
