package dev.muster.kinds.pods;

/** What a pod's status says of who its processes are. */
public final class PodIdentity {
  /**
   * The condition that is false while a process is not who it was predicted to be; its message says
   * who it is. A pod that never had such a process does not have the condition.
   */
  public static final String AS_PREDICTED = "identity.muster.dev/AsPredicted";

  private PodIdentity() {}
}
