package dev.muster.authz;

import dev.muster.base.go.GoText;
import java.util.List;

/** Allows members of one group everything; a server asks it before every configured mode. */
public final class PrivilegedGroup implements Authorizer {
  private final String group;
  private final Decision allow;

  /** Allows everything to members of the group and has no opinion on others. */
  public PrivilegedGroup(String group) {
    this.group = group;
    this.allow = new Decision.Allow(() -> "membership of group " + GoText.quote(group), "");
  }

  /** The group {@code system:masters}. */
  public static PrivilegedGroup masters() {
    return new PrivilegedGroup(User.MASTERS);
  }

  @Override
  public Decision authorize(Attributes request) {
    List<String> groups = request.user().groups();
    for (int i = 0; i < groups.size(); i++) {
      if (groups.get(i).equals(group)) {
        return allow;
      }
    }
    return Decision.NoOpinion.SILENT;
  }
}
