package dev.muster.access.escalation;

import dev.muster.views.CoreV1.Container;
import dev.muster.views.CoreV1.Pod;
import dev.muster.views.CoreV1.Volume;
import dev.muster.views.CoreV1.VolumeMount;
import dev.muster.views.CoreV1.VolumeProjection;
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
  static Optional<MountedToken> of(Pod pod) {
    if (mounts(pod)) {
      return Optional.of(CERTAIN);
    }
    if (hasTokenVolume(pod)) {
      return Optional.of(UNKNOWN); // in another place, or for others than the server
    }
    if (pod.metadata().uid().present()) {
      return Optional.of(NONE);
    }
    return pod.spec()
        .automountServiceAccountToken()
        .optionalTruth()
        .map(wanted -> wanted ? CERTAIN : NONE);
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

  private static boolean mounts(Pod pod) {
    for (Container container : pod.spec().containers()) {
      for (VolumeMount mount : container.volumeMounts()) {
        if (mount.mountPath().text().equals(DIRECTORY)) {
          return true;
        }
      }
    }
    return false;
  }

  private static boolean hasTokenVolume(Pod pod) {
    for (Volume volume : pod.spec().volumes()) {
      for (VolumeProjection source : volume.projected().sources()) {
        if (source.serviceAccountToken().present()) {
          return true;
        }
      }
    }
    return false;
  }
}
