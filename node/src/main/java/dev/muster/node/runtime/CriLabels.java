package dev.muster.node.runtime;

/** The labels and annotations by which a node knows its sandboxes and containers again. */
public final class CriLabels {
  public static final String POD_NAME = "io.kubernetes.pod.name";
  public static final String POD_NAMESPACE = "io.kubernetes.pod.namespace";
  public static final String POD_UID = "io.kubernetes.pod.uid";
  public static final String CONTAINER_NAME = "io.kubernetes.container.name";
  public static final String HASH = "io.kubernetes.container.hash";
  public static final String RESTART_COUNT = "io.kubernetes.container.restartCount";
  public static final String MESSAGE_PATH = "io.kubernetes.container.terminationMessagePath";
  public static final String MESSAGE_POLICY = "io.kubernetes.container.terminationMessagePolicy";
  public static final String GRACE_PERIOD = "io.kubernetes.pod.terminationGracePeriod";

  private CriLabels() {}
}
