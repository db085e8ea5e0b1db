package dev.muster.access.escalation;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;

/** Whether processes of a pod find a token of its service account. */
enum MountedToken {
  /** They do. */
  CERTAIN,
  /** They do not. */
  NONE,
  /** What is known does not tell. */
  UNKNOWN;

  private static final String DIRECTORY = "/var/run/secrets/kubernetes.io/serviceaccount";

  /**
   * By what a pod says; empty if it leaves it to its account. A pod that a server has has been
   * through admission: what it does not mount by now it does not have.
   */
  static Optional<MountedToken> of(JsonNode pod) {
    if (mounts(pod)) {
      return Optional.of(CERTAIN);
    }
    if (hasTokenVolume(pod)) {
      return Optional.of(UNKNOWN); // in another place, or for others than the server
    }
    if (pod.at("/metadata/uid").isTextual()) {
      return Optional.of(NONE);
    }
    JsonNode wanted = pod.at("/spec/automountServiceAccountToken");
    return wanted.isBoolean()
        ? Optional.of(wanted.booleanValue() ? CERTAIN : NONE)
        : Optional.empty();
  }

  /**
   * By what the account says.
   *
   * @param known whether it was read
   * @param refuses whether it says that its token is not mounted
   */
  static MountedToken by(boolean known, boolean refuses) {
    return refuses ? NONE : known ? CERTAIN : UNKNOWN;
  }

  private static boolean mounts(JsonNode pod) {
    for (JsonNode container : pod.at("/spec/containers")) {
      for (JsonNode mount : container.path("volumeMounts")) {
        if (mount.path("mountPath").asText().equals(DIRECTORY)) {
          return true;
        }
      }
    }
    return false;
  }

  private static boolean hasTokenVolume(JsonNode pod) {
    for (JsonNode volume : pod.at("/spec/volumes")) {
      for (JsonNode source : volume.at("/projected/sources")) {
        if (source.has("serviceAccountToken")) {
          return true;
        }
      }
    }
    return false;
  }
}
