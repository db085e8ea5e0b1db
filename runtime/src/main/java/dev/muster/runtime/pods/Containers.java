package dev.muster.runtime.pods;

import com.fasterxml.jackson.core.type.TypeReference;
import dev.muster.cri.v1.ContainerConfig;
import dev.muster.cri.v1.ContainerEventType;
import dev.muster.cri.v1.ContainerMetadata;
import dev.muster.cri.v1.LinuxContainerResources;
import dev.muster.runtime.images.Snapshots;
import dev.muster.runtime.oci.Host;
import dev.muster.runtime.oci.ResourceSpec;
import dev.muster.runtime.process.Conmon;
import dev.muster.runtime.process.LiveProcess;
import dev.muster.runtime.process.LogReopening;
import dev.muster.runtime.process.OciRuntime;
import dev.muster.runtime.refusal.Refused;
import dev.muster.runtime.refusal.Refused.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** All containers. */
public final class Containers {
  private static final Logger log = LoggerFactory.getLogger(Containers.class);
  private static final Duration KILL_TAKES = Duration.ofSeconds(30);
  private static final int UNKNOWN_EXIT = 255;
  private static final int NOT_STARTED = 128;

  private final Layout layout;
  private final Sandboxes sandboxes;
  private final Snapshots snapshots;
  private final Host host;
  private final ContainerMaker maker;
  private final Events events;
  private final Map<String, Container> known = new ConcurrentHashMap<>();
  private final UniqueNames names = new UniqueNames();

  public Containers(
      Layout layout,
      Sandboxes sandboxes,
      ImageSource images,
      Snapshots snapshots,
      Conmon conmon,
      Host host,
      Events events) {
    this.layout = layout;
    this.sandboxes = sandboxes;
    this.snapshots = snapshots;
    this.host = host;
    this.events = events;
    this.maker = new ContainerMaker(layout, images, snapshots, conmon, host);
  }

  /** Reads what an earlier process knew, and takes note of what has ended since. */
  public void recover() throws IOException {
    for (Path directory : Records.directories(layout.containers())) {
      String id = directory.getFileName().toString();
      Optional<ContainerRecord> kept =
          Records.find(directory.resolve("container.json"), new TypeReference<>() {});
      Optional<ContainerConfig> asked = Records.config(directory, ContainerConfig.parser());
      if (kept.isEmpty() || asked.isEmpty()) {
        log.info("removing an unfinished container, container={}", id);
        abandon(id, directory);
        continue;
      }
      ContainerRecord record = kept.get();
      ContainerConfig config = asked.get();
      Optional<Sandbox> sandbox = sandboxes.exactly(record.sandbox());
      if (sandbox.isEmpty()) {
        abandon(id, directory);
        continue;
      }
      Container container =
          new Container(config, directory, ContainerMaker.log(sandbox.get(), config), record);
      known.put(id, container);
      names.restore(name(record.sandbox(), config.getMetadata()), id);
      if (record.live()) {
        LiveProcess process = record.process();
        if (Files.exists(layout.exits().resolve(id))) {
          exited(id);
        } else if (!container.forWindows() && (process == null || !process.alive())) {
          lost(container);
        }
      }
    }
    for (String key : snapshots.keys()) {
      if (!known.containsKey(ContainerMaker.owner(key))) {
        snapshots.remove(key);
      }
    }
  }

  public Collection<Container> all() {
    return known.values();
  }

  public List<Container> in(Sandbox sandbox) {
    return known.values().stream().filter(each -> each.sandbox().equals(sandbox.id())).toList();
  }

  /** By its whole id or a beginning that only it has. */
  public Container find(String id) throws Refused {
    return UniqueNames.lookup(known, id, "container");
  }

  /** Makes a container, with its first process waiting to be let go. */
  public Container create(Sandbox sandbox, ContainerConfig config) throws IOException, Refused {
    ContainerRequest.check(config, sandbox.namespaces());
    String id = UniqueNames.newId();
    String name = name(sandbox.id(), config.getMetadata());
    names.reserve(name, id, "container");
    Path bundle = layout.containers().resolve(id);
    sandbox.lock().readLock().lock();
    try {
      if (!sandbox.ready()) {
        throw Refused.wrongState("sandbox \"" + sandbox.id() + "\" is not ready");
      }
      OciRuntime runtime = sandboxes.runtime(sandbox.handler());
      try {
        Container container =
            maker.make(id, sandbox, config, bundle, runtime, target(sandbox, config));
        known.put(id, container);
        events.publish(
            container.id(), container.sandbox(), ContainerEventType.CONTAINER_CREATED_EVENT);
        return container;
      } catch (IOException | Refused | RuntimeException failed) {
        discard(id, bundle, runtime);
        throw failed;
      }
    } catch (IOException | Refused | RuntimeException failed) {
      names.release(name);
      throw failed;
    } finally {
      sandbox.lock().readLock().unlock();
    }
  }

  private Optional<Path> target(Sandbox sandbox, ContainerConfig config) throws Refused {
    var options = config.getLinux().getSecurityContext().getNamespaceOptions();
    if (options.getPid() != dev.muster.cri.v1.NamespaceMode.TARGET) {
      return Optional.empty();
    }
    Container target = known.get(options.getTargetId());
    if (target == null || !target.sandbox().equals(sandbox.id())) {
      throw Refused.invalid(
          "target_id: no container \"" + options.getTargetId() + "\" in this sandbox");
    }
    return Optional.of(
        target
            .process()
            .orElseThrow(
                () -> Refused.wrongState("target_id: \"" + target.id() + "\" does not run"))
            .namespace("pid"));
  }

  /** Lets the first process go. */
  public void start(Container container) throws IOException, Refused {
    container.lock().lock();
    try {
      if (container.record().state() != ContainerRecord.State.CREATED) {
        throw Refused.wrongState(
            "container \""
                + container.id()
                + "\" is in state "
                + container.state()
                + ", not created");
      }
      if (container.forWindows()) {
        throw windows(container);
      }
      LiveProcess first =
          container
              .process()
              .orElseThrow(
                  () ->
                      Refused.wrongState(
                          "container \"" + container.id() + "\" ended before it was started"));
      runtime(container).start(container.id(), first);
      LiveProcess.Ids ids = container.process().flatMap(LiveProcess::ids).orElse(null);
      if (container.record().live()) {
        container.save(container.record().started(now(), ids));
      }
    } finally {
      container.lock().unlock();
    }
    events.publish(container.id(), container.sandbox(), ContainerEventType.CONTAINER_STARTED_EVENT);
    if (Files.exists(layout.exits().resolve(container.id()))) {
      exited(container.id());
    }
  }

  /** Ends a container that cannot be started on this system, and says so. */
  private Refused windows(Container container) throws IOException {
    String why =
        "container \""
            + container.id()
            + "\" is a Windows container and cannot be started on Linux: run its pod on a Windows"
            + " node; what such a node's runtime would be given is in "
            + container.bundle().resolve("config.json");
    neverStarted(container, "StartError", why);
    return Refused.wrongState(why);
  }

  private void neverStarted(Container container, String reason, String why) throws IOException {
    container.lock().lock();
    try {
      if (!container.record().live()) {
        return;
      }
      container.save(container.record().exited(now(), NOT_STARTED, reason, why));
    } finally {
      container.lock().unlock();
    }
    events.publish(container.id(), container.sandbox(), ContainerEventType.CONTAINER_STOPPED_EVENT);
  }

  /** Asks it to stop, kills it after the grace period, and waits until it is cleaned up after. */
  public void stop(Container container, Duration grace) throws IOException, Refused {
    end(container, grace);
    if (!Ending.isSettled(container)) {
      throw Refused.failed("container \"" + container.id() + "\" has no recorded end");
    }
  }

  private void end(Container container, Duration grace) throws IOException, Refused {
    if (!container.record().live()) {
      return;
    }
    if (grace.isPositive() && container.record().state() == ContainerRecord.State.RUNNING) {
      Ending.signal(container, container.record().stopSignal());
      if (Ending.within(container, grace)) {
        return;
      }
    }
    if (container.forWindows()) {
      neverStarted(container, "Error", "it was never started");
      return;
    }
    if (container.ownsProcessTable()) {
      Ending.signal(container, StopSignal.KILL);
    } else {
      runtime(container).kill(container.id(), StopSignal.KILL, true);
    }
    if (!Ending.within(container, KILL_TAKES)) {
      throw new Refused(
          Kind.TIMED_OUT, "container \"" + container.id() + "\" did not end after SIGKILL");
    }
  }

  /** Removes it with all it left; a running one is killed. */
  public void remove(Container container) throws IOException, Refused {
    stop(container, Duration.ZERO);
    container.lock().lock();
    try {
      if (known.remove(container.id()) == null) {
        return;
      }
      discard(container.id(), container.bundle(), runtime(container));
      names.release(name(container.sandbox(), container.config().getMetadata()));
    } finally {
      container.lock().unlock();
    }
    events.publish(container.id(), container.sandbox(), ContainerEventType.CONTAINER_DELETED_EVENT);
  }

  /** Changes its limits, now and in what is reported of it. */
  public void update(Container container, LinuxContainerResources resources)
      throws IOException, Refused {
    container.lock().lock();
    try {
      if (!container.record().live()) {
        throw Refused.wrongState("container \"" + container.id() + "\" has ended");
      }
      if (container.forWindows()) {
        throw Refused.wrongState(
            "container \"" + container.id() + "\" is a Windows container and does not run here");
      }
      Path file = container.bundle().resolve("resources.json");
      Records.write(file, ResourceSpec.of(resources, host));
      runtime(container).update(container.id(), file);
      ContainerConfig.Builder changed = container.config().toBuilder();
      LinuxContainerResources.Builder kept = changed.getLinuxBuilder().getResourcesBuilder();
      if (resources.getHugepageLimitsCount() > 0) {
        kept.clearHugepageLimits();
      }
      kept.mergeFrom(resources);
      container.save(changed.build());
    } finally {
      container.lock().unlock();
    }
  }

  /** Has its log written to a new file of the same name. */
  public void reopenLog(Container container) throws IOException, Refused {
    if (container.process().isEmpty() || container.log().toString().isEmpty()) {
      throw Refused.wrongState(
          "container \"" + container.id() + "\" is not running or writes no log");
    }
    LogReopening.of(container.bundle(), container.log());
  }

  /** Takes note of an exit that conmon wrote down; a repeated note changes nothing. */
  public void exited(String id) {
    Container container = known.get(id);
    if (container == null) {
      return;
    }
    container.lock().lock();
    try {
      if (!container.record().live()) {
        return;
      }
      Path file = layout.exits().resolve(id);
      int code = Integer.parseInt(Files.readString(file).strip());
      boolean starved = Files.exists(container.bundle().resolve("oom"));
      String reason = starved ? "OOMKilled" : code == 0 ? "Completed" : "Error";
      long at = Files.getLastModifiedTime(file).to(TimeUnit.NANOSECONDS);
      container.save(container.record().exited(at, code, reason, ""));
      events.publish(id, container.sandbox(), ContainerEventType.CONTAINER_STOPPED_EVENT);
      runtime(container).delete(id);
      unmount(container);
    } catch (IOException | Refused | NumberFormatException e) {
      log.warn("exit cannot be recorded, container={}: {}", id, e.getMessage());
    } finally {
      container.lock().unlock();
    }
  }

  private void lost(Container container) throws IOException {
    container.save(
        container
            .record()
            .exited(now(), UNKNOWN_EXIT, "Unknown", "the container ended while nobody watched"));
    unmount(container);
  }

  /** The files of what has ended stay; they need not be mounted. */
  private void unmount(Container container) throws IOException {
    for (String key : snapshotsOf(container.id())) {
      snapshots.unmount(key);
    }
    Layout.clear(layout.shown().resolve(container.id()));
  }

  private List<String> snapshotsOf(String id) throws IOException {
    return snapshots.keys().stream().filter(key -> ContainerMaker.owner(key).equals(id)).toList();
  }

  private OciRuntime runtime(Container container) throws Refused {
    return sandboxes.runtime(container.handler());
  }

  private void discard(String id, Path bundle, OciRuntime runtime) throws IOException {
    runtime.delete(id);
    for (String key : snapshotsOf(id)) {
      snapshots.remove(key);
    }
    Layout.clear(layout.shown().resolve(id));
    Layout.clear(bundle);
    Files.deleteIfExists(layout.exits().resolve(id));
    Files.deleteIfExists(layout.sockets().resolve(id));
  }

  private void abandon(String id, Path directory) throws IOException {
    for (Sandbox each : sandboxes.all()) {
      try {
        sandboxes.runtime(each.handler()).delete(id);
      } catch (Refused unknown) {
        // a handler that is no longer configured has nothing running that could be found
      }
    }
    Layout.clear(layout.shown().resolve(id));
    Layout.clear(directory);
  }

  private static long now() {
    return System.currentTimeMillis() * 1_000_000;
  }

  private static String name(String sandbox, ContainerMetadata metadata) {
    return String.join(
        "/", sandbox, metadata.getName(), Integer.toUnsignedString(metadata.getAttempt()));
  }
}
