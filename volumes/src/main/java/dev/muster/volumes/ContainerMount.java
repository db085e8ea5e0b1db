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
    /** They stay as they are. */
    DISABLED,
    /** They become so where the kernel and the runtime can do it. */
    IF_POSSIBLE,
    /** They become so, or the container does not start. */
    ENABLED
  }

  /** How mounts made later travel between host and container. */
  public enum Propagation {
    /** Not at all. */
    NONE,
    /** What the host mounts appears in the container. */
    HOST_TO_CONTAINER,
    /** What either mounts appears in both; for privileged containers only. */
    BIDIRECTIONAL
  }
}
