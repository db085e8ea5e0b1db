package dev.muster.node.runtime;

import dev.muster.cri.v1.ContainerStatus;
import dev.muster.cri.v1.LinuxContainerResources;
import dev.muster.cri.v1.LinuxContainerUser;
import dev.muster.cri.v1.Mount;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A container as the runtime reports it. Times are nanoseconds since 1970, 0 for never.
 *
 * @param sandbox the id of the sandbox it belongs to
 * @param attempt how many containers of this name the pod had before
 * @param user who its process is, if the runtime tells
 * @param resources what it may use, if the runtime tells
 */
public record ContainerView(
    String id,
    String sandbox,
    String name,
    int attempt,
    State state,
    long createdAt,
    long startedAt,
    long finishedAt,
    int exitCode,
    String reason,
    String message,
    String image,
    String imageRef,
    String imageId,
    String logPath,
    Optional<User> user,
    Optional<LinuxContainerResources> resources,
    Map<String, String> annotations,
    List<Mount> mounts) {

  /** Where a container is in its life. */
  public enum State {
    CREATED,
    RUNNING,
    EXITED,
    UNKNOWN
  }

  /** The ids of a container's first process. */
  public record User(long uid, long gid, List<Long> supplementalGroups) {
    public User {
      supplementalGroups = List.copyOf(supplementalGroups);
    }
  }

  public ContainerView {
    annotations = Collections.unmodifiableMap(new HashMap<>(annotations));
    mounts = List.copyOf(mounts);
  }

  static ContainerView of(ContainerStatus status, String sandbox) {
    return new ContainerView(
        status.getId(),
        sandbox,
        status.getLabelsOrDefault(CriLabels.CONTAINER_NAME, status.getMetadata().getName()),
        status.getMetadata().getAttempt(),
        switch (status.getState()) {
          case CONTAINER_CREATED -> State.CREATED;
          case CONTAINER_RUNNING -> State.RUNNING;
          case CONTAINER_EXITED -> State.EXITED;
          case CONTAINER_UNKNOWN, UNRECOGNIZED -> State.UNKNOWN;
        },
        status.getCreatedAt(),
        status.getStartedAt(),
        status.getFinishedAt(),
        status.getExitCode(),
        status.getReason(),
        status.getMessage(),
        status.getImage().getUserSpecifiedImage().isEmpty()
            ? status.getImage().getImage()
            : status.getImage().getUserSpecifiedImage(),
        status.getImageRef(),
        status.getImageId(),
        status.getLogPath(),
        status.getUser().hasLinux()
            ? Optional.of(user(status.getUser().getLinux()))
            : Optional.empty(),
        status.getResources().hasLinux()
            ? Optional.of(status.getResources().getLinux())
            : Optional.empty(),
        status.getAnnotationsMap(),
        status.getMountsList());
  }

  private static User user(LinuxContainerUser user) {
    return new User(user.getUid(), user.getGid(), user.getSupplementalGroupsList());
  }

  public boolean isRunning() {
    return state == State.RUNNING;
  }

  /** Ended, or lost so that it counts as ended. */
  public boolean hasEnded() {
    return state == State.EXITED || state == State.UNKNOWN;
  }

  public boolean succeeded() {
    return state == State.EXITED && exitCode == 0;
  }
}
