package dev.muster.volumes;

import dev.muster.base.go.GoText;

/** One volume that could not be set up. */
public record VolumeFailure(String volume, String reason) {
  /** The message of the pod's FailedMount event. */
  public String message() {
    return "MountVolume.SetUp failed for volume " + GoText.quote(volume) + " : " + reason;
  }
}
