package dev.muster.cri;

import java.util.Map;
import java.util.Optional;

/**
 * Who chose a container's user. CRI does not say: kubelets put the user of the image's USER into
 * the fields of the pod's own, and lose its group on the way. Muster's node tells it among the
 * container's annotations; others leave it to the runtime to find out.
 */
public enum UserOrigin {
  /** The image's USER, of which a group part counts as well. */
  IMAGE("image"),
  /** The pod, in {@code runAsUser}. */
  POD("pod");

  private static final String ANNOTATION = "dev.muster.container.user-from";

  /**
   * On the spec of an image: its USER, whole. A runtime that tells it gives it to containers whose
   * user is the image's.
   */
  public static final String IMAGE_USER = "dev.muster.image.user";

  private final String text;

  UserOrigin(String text) {
    this.text = text;
  }

  /** As annotations of a container have it. */
  public Map<String, String> annotation() {
    return Map.of(ANNOTATION, text);
  }

  /** What the annotations of a container say; nothing if its node does not know of origins. */
  public static Optional<UserOrigin> in(Map<String, String> annotations) {
    String text = annotations.get(ANNOTATION);
    for (UserOrigin each : values()) {
      if (each.text.equals(text)) {
        return Optional.of(each);
      }
    }
    return Optional.empty();
  }
}
