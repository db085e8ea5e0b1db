package dev.muster.identity;

import dev.muster.identity.Provenance.Source;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is asked of a runtime for one process. At most one of user and username is set; where both
 * are absent the image's USER decides, and where the group is absent too, its group part counts as
 * well.
 *
 * @param supplementalGroups what was given, {@code fsGroup} included
 * @param imageUser {@code config.User} of the image, empty when it names none
 */
public record IdentityRequest(
    @Nullable Id user,
    @Nullable String username,
    @Nullable Id group,
    List<Id> supplementalGroups,
    GroupsPolicy policy,
    String imageUser) {

  public IdentityRequest {
    supplementalGroups = List.copyOf(supplementalGroups);
    if (user != null && username != null) {
      throw new IllegalArgumentException("a user by number and by name");
    }
  }

  /**
   * The fields of a CRI LinuxContainerSecurityContext.
   *
   * @param username {@code run_as_username}, empty for none; a given uid has precedence over it
   */
  public static IdentityRequest cri(
      @Nullable Long uid,
      String username,
      @Nullable Long gid,
      List<Long> supplementalGroups,
      GroupsPolicy policy,
      String imageUser)
      throws IdentityException {
    List<Id> groups = new ArrayList<>();
    for (long each : supplementalGroups) {
      groups.add(Id.given(each, Source.REQUEST, "supplemental_groups of the request"));
    }
    return new IdentityRequest(
        uid == null ? null : Id.given(uid, Source.REQUEST, "run_as_user of the request"),
        uid != null || username.isEmpty() ? null : username,
        gid == null ? null : Id.given(gid, Source.REQUEST, "run_as_group of the request"),
        groups,
        policy,
        imageUser);
  }
}
