package dev.muster.runtime.pods;

import dev.muster.cri.v1.ContainerConfig;
import dev.muster.cri.v1.ContainerState;
import dev.muster.cri.v1.NamespaceMode;
import dev.muster.cri.v1.UserNamespace;
import dev.muster.runtime.process.LiveProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;

/** A container that exists. Its record changes under its lock and is read without. */
public final class Container {
  private final Path bundle;
  private final Path log;
  private final ReentrantLock lock = new ReentrantLock();
  private final CompletableFuture<Integer> exit = new CompletableFuture<>();
  private volatile ContainerConfig config;
  private volatile ContainerRecord record;

  /**
   * @param log where its output goes; empty for nowhere
   */
  Container(ContainerConfig config, Path bundle, Path log, ContainerRecord record) {
    this.config = config;
    this.bundle = bundle;
    this.log = log;
    this.record = record;
    if (!record.live()) {
      exit.complete(record.exitCode());
    }
  }

  public String id() {
    return record.id();
  }

  public String sandbox() {
    return record.sandbox();
  }

  public ContainerConfig config() {
    return config;
  }

  /** It is made for Windows: it is described, and has no process here. */
  public boolean forWindows() {
    return config.hasWindows();
  }

  /** It has a PID namespace to itself, all of whose processes end with the first one. */
  boolean ownsProcessTable() {
    return config.getLinux().getSecurityContext().getNamespaceOptions().getPid()
        == NamespaceMode.CONTAINER;
  }

  public ContainerState state() {
    return switch (record.state()) {
      case CREATED -> ContainerState.CONTAINER_CREATED;
      case RUNNING -> ContainerState.CONTAINER_RUNNING;
      case EXITED -> ContainerState.CONTAINER_EXITED;
    };
  }

  /** What can be told of it now; the ids are read from the live process. */
  public ContainerFacts facts() {
    ContainerRecord now = record;
    Optional<LiveProcess.Ids> live = process().flatMap(LiveProcess::ids);
    return new ContainerFacts(
        now.createdAt(),
        now.startedAt(),
        now.finishedAt(),
        now.exitCode(),
        now.reason(),
        now.message(),
        now.image(),
        now.imageId(),
        now.imageReference(),
        live.or(() -> Optional.ofNullable(now.ids())).map(this::inside));
  }

  /** Ids as they are in the container's user namespace. */
  private LiveProcess.Ids inside(LiveProcess.Ids outside) {
    UserNamespace users =
        config.getLinux().getSecurityContext().getNamespaceOptions().getUsernsOptions();
    if (users.getUidsCount() == 0 || users.getGidsCount() == 0) {
      return outside;
    }
    long uids = users.getUids(0).getHostId() & 0xffffffffL;
    long gids = users.getGids(0).getHostId() & 0xffffffffL;
    return new LiveProcess.Ids(
        outside.uid() - uids,
        outside.gid() - gids,
        outside.groups().stream().map(each -> each - gids).toList());
  }

  /** What is known of it now. */
  ContainerRecord record() {
    return record;
  }

  /** Where its specification and its conmon's files are. */
  public Path bundle() {
    return bundle;
  }

  public Path log() {
    return log;
  }

  /** Its first process, as long as it lives. */
  public Optional<LiveProcess> process() {
    LiveProcess process = record.process();
    return record.live() && process != null && process.alive()
        ? Optional.of(process)
        : Optional.empty();
  }

  public String cgroup() {
    return record.cgroup();
  }

  public String handler() {
    return record.handler();
  }

  ReentrantLock lock() {
    return lock;
  }

  /** Completed when it has ended. */
  CompletableFuture<Integer> exit() {
    return exit;
  }

  void save(ContainerRecord changed) throws IOException {
    Records.write(bundle.resolve("container.json"), changed);
    record = changed;
    if (!changed.live()) {
      exit.complete(changed.exitCode());
    }
  }

  void save(ContainerConfig changed) throws IOException {
    Records.write(bundle.resolve(Records.CONFIG), changed);
    config = changed;
  }
}
