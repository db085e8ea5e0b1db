package dev.muster.identity;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The check behind {@code runAsNonRoot}, in the words that kubelet users know. */
public final class NonRoot {
  private NonRoot() {}

  /**
   * Why the container may not start; empty when it may.
   *
   * @param pod as events name it: {@code name_namespace(uid)}
   */
  public static Optional<String> refusal(
      EffectiveContext context, String imageUser, String pod, String container)
      throws IdentityException {
    if (!context.runAsNonRoot()) {
      return Optional.empty();
    }
    String where = " (pod: \"" + pod + "\", container: " + container + ")";
    Id given = context.runAsUser();
    if (given != null) {
      return given.value() == 0
          ? Optional.of("container's runAsUser breaks non-root policy" + where)
          : Optional.empty();
    }
    ImageUser user = ImageUser.parse(imageUser);
    @Nullable Long uid = user.uid();
    if (uid == null && !user.user().isEmpty()) {
      return Optional.of(
          "container has runAsNonRoot and image has non-numeric user ("
              + user.user()
              + "), cannot verify user is non-root"
              + where);
    }
    return uid == null || uid == 0
        ? Optional.of("container has runAsNonRoot and image will run as root" + where)
        : Optional.empty();
  }
}
