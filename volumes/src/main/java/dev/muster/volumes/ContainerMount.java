package dev.muster.volumes;

import java.nio.file.Path;

/**
 * One mount of a container, ready for the runtime. {@code subPath} says that a part of the volume
 * is mounted, which does not follow later updates.
 */
public record ContainerMount(
    String volume,
    Path hostPath,
    String containerPath,
    boolean readOnly,
    RecursiveReadOnly recursiveReadOnly,
    Propagation propagation,
    boolean subPath) {
  /** Whether mounts inside a read-only mount must be read-only too. */
  public enum RecursiveReadOnly {
    DISABLED,
    IF_POSSIBLE,
    ENABLED
  }

  /** How mounts made later travel between host and container. */
  public enum Propagation {
    NONE,
    HOST_TO_CONTAINER,
    BIDIRECTIONAL
  }
}
