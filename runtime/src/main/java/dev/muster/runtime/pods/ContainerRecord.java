package dev.muster.runtime.pods;

import dev.muster.runtime.process.LiveProcess;
import org.jspecify.annotations.Nullable;

/**
 * What is kept of a container beside its configuration. Times are nanoseconds since 1970, 0 for
 * what has not happened.
 *
 * @param process its first process; null before there is one
 * @param ids those its first process was last seen with
 */
record ContainerRecord(
    String id,
    String sandbox,
    String handler,
    State state,
    long createdAt,
    long startedAt,
    long finishedAt,
    int exitCode,
    String reason,
    String message,
    @Nullable LiveProcess process,
    LiveProcess.@Nullable Ids ids,
    String image,
    String imageId,
    String imageReference,
    int stopSignal,
    String cgroup) {

  /** Moves one way only. */
  enum State {
    CREATED,
    RUNNING,
    EXITED
  }

  ContainerRecord started(long at, LiveProcess.@Nullable Ids seen) {
    return new ContainerRecord(
        id,
        sandbox,
        handler,
        State.RUNNING,
        createdAt,
        at,
        0,
        0,
        "",
        "",
        process,
        seen == null ? ids : seen,
        image,
        imageId,
        imageReference,
        stopSignal,
        cgroup);
  }

  ContainerRecord exited(long at, int code, String why, String text) {
    return new ContainerRecord(
        id,
        sandbox,
        handler,
        State.EXITED,
        createdAt,
        startedAt,
        at,
        code,
        why,
        text,
        process,
        ids,
        image,
        imageId,
        imageReference,
        stopSignal,
        cgroup);
  }

  boolean live() {
    return state != State.EXITED;
  }
}
