package dev.muster.runtime.pods;

import dev.muster.cri.v1.NamespaceMode;
import dev.muster.cri.v1.NamespaceOption;
import dev.muster.cri.v1.PodSandboxConfig;
import dev.muster.runtime.oci.PodPlace;
import dev.muster.runtime.process.LiveProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** A sandbox that exists. Its record changes under its lock and is read without. */
public final class Sandbox {
  private final PodSandboxConfig config;
  private final Path directory;
  private final ReadWriteLock lock = new ReentrantReadWriteLock();
  private volatile SandboxRecord record;

  Sandbox(PodSandboxConfig config, Path directory, SandboxRecord record) {
    this.config = config;
    this.directory = directory;
    this.record = record;
  }

  public String id() {
    return record.id();
  }

  public PodSandboxConfig config() {
    return config;
  }

  public boolean ready() {
    return record.ready();
  }

  public long createdAt() {
    return record.createdAt();
  }

  public String handler() {
    return record.handler();
  }

  /** Addresses on the pod network, the first one being the usual one. */
  public List<String> addresses() {
    return record.addresses();
  }

  /** The cgroup above its containers. */
  public String cgroup() {
    return record.cgroup();
  }

  public NamespaceOption namespaces() {
    return config.getLinux().getSecurityContext().getNamespaceOptions();
  }

  /** File that shows its network namespace; empty for the node's. */
  public Optional<Path> network() {
    return pins().find("net");
  }

  /** Its first process; most have none, and only namespaces. */
  public Optional<LiveProcess> process() {
    SandboxRecord now = record;
    LiveProcess pausing = new LiveProcess(now.pausePid(), now.pauseStarted());
    return now.pausePid() != 0 && pausing.alive() ? Optional.of(pausing) : Optional.empty();
  }

  /** Held for reading while a container is made in it, for writing while it is stopped. */
  ReadWriteLock lock() {
    return lock;
  }

  Path directory() {
    return directory;
  }

  Pins pins() {
    return new Pins(directory.resolve("ns"));
  }

  SandboxRecord record() {
    return record;
  }

  void save(SandboxRecord changed) throws IOException {
    Records.write(directory.resolve("sandbox.json"), changed);
    record = changed;
  }

  Path shm() {
    return namespaces().getIpc() == NamespaceMode.NODE
        ? Path.of("/dev/shm")
        : directory.resolve("shm");
  }

  PodPlace place() throws IOException {
    return new PodPlace(
        PodFiles.hostname(config),
        pins().find("net"),
        pins().find("ipc"),
        pins().find("uts"),
        pins().find("pid"),
        pins().find("user"),
        namespaces().getUsernsOptions().getUidsList(),
        namespaces().getUsernsOptions().getGidsList(),
        shm(),
        directory.resolve("files"),
        config.getLinux().getSecurityContext().getPrivileged());
  }
}
