package dev.muster.runtime.pods;

import com.fasterxml.jackson.core.type.TypeReference;
import dev.muster.cri.v1.NamespaceMode;
import dev.muster.cri.v1.NamespaceOption;
import dev.muster.cri.v1.PodSandboxConfig;
import dev.muster.cri.v1.PodSandboxMetadata;
import dev.muster.linux.Loopback;
import dev.muster.linux.Mounts;
import dev.muster.linux.Namespaces;
import dev.muster.runtime.network.PodNetwork;
import dev.muster.runtime.process.LiveProcess;
import dev.muster.runtime.process.OciRuntime;
import dev.muster.runtime.refusal.Refused;
import dev.muster.runtime.refusal.Refused.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** All sandboxes. */
public final class Sandboxes {
  private static final Logger log = LoggerFactory.getLogger(Sandboxes.class);
  private static final int SIGKILL = 9;
  private static final String NETWORK = "network.json";

  private final Layout layout;
  private final Map<String, OciRuntime> runtimes;
  private final PodNetwork network;
  private final PauseContainer pause;
  private final Map<String, Sandbox> known = new ConcurrentHashMap<>();
  private final UniqueNames names = new UniqueNames();

  public Sandboxes(
      Layout layout, Map<String, OciRuntime> runtimes, PodNetwork network, int oomScore) {
    this.layout = layout;
    this.runtimes = Map.copyOf(runtimes);
    this.network = network;
    this.pause = new PauseContainer(layout, oomScore);
  }

  /** Reads what an earlier process knew. */
  public void recover() throws IOException {
    for (Path directory : Records.directories(layout.sandboxes())) {
      Optional<SandboxRecord> kept =
          Records.find(directory.resolve("sandbox.json"), new TypeReference<>() {});
      Optional<PodSandboxConfig> asked = Records.config(directory, PodSandboxConfig.parser());
      if (kept.isEmpty() || asked.isEmpty()) {
        log.info("removing an unfinished sandbox, directory={}", directory);
        abandon(directory, asked);
        continue;
      }
      SandboxRecord record = kept.get();
      PodSandboxConfig config = asked.get();
      Sandbox sandbox = new Sandbox(config, directory, record);
      boolean holds = sandbox.pins().hold() && (record.pausePid() == 0 || pausing(record));
      if (record.ready() && !holds) {
        sandbox.save(record.stopped());
      }
      known.put(record.id(), sandbox);
      names.restore(name(config.getMetadata()), record.id());
    }
  }

  public Collection<Sandbox> all() {
    return known.values();
  }

  /** By its whole id or a beginning that only it has. */
  public Sandbox find(String id) throws Refused {
    return UniqueNames.lookup(known, id, "sandbox");
  }

  public Optional<Sandbox> exactly(String id) {
    return Optional.ofNullable(known.get(id));
  }

  /** The OCI runtime of a handler. */
  public OciRuntime runtime(String handler) throws Refused {
    OciRuntime runtime = runtimes.get(handler);
    if (runtime == null) {
      throw Refused.invalid("no runtime for \"" + handler + "\" is configured");
    }
    return runtime;
  }

  /** Makes a sandbox and starts it. */
  public Sandbox run(PodSandboxConfig config, String handler) throws IOException, Refused {
    SandboxRequest.check(config);
    OciRuntime runtime = runtime(handler);
    String id = UniqueNames.newId();
    String cgroup = Cgroups.parent(config.getLinux().getCgroupParent(), id, runtime.systemd());
    names.reserve(name(config.getMetadata()), id, "sandbox");
    Path directory = layout.sandboxes().resolve(id);
    try {
      Files.createDirectory(directory);
      Records.write(directory.resolve(Records.CONFIG), config);
      if (!config.getLogDirectory().isEmpty()) {
        Files.createDirectories(Path.of(config.getLogDirectory()));
      }
      boolean own = config.getLinux().getCgroupParent().isEmpty() && !runtime.systemd();
      SandboxRecord draft =
          new SandboxRecord(
              id,
              System.currentTimeMillis() * 1_000_000,
              handler,
              true,
              List.of(),
              0,
              0,
              cgroup,
              own);
      Sandbox sandbox = new Sandbox(config, directory, draft);
      start(sandbox, draft, runtime);
      known.put(id, sandbox);
      return sandbox;
    } catch (IOException | Refused | RuntimeException failed) {
      undo(id, config, directory, runtime, cgroup);
      throw failed;
    }
  }

  private void start(Sandbox sandbox, SandboxRecord draft, OciRuntime runtime)
      throws IOException, Refused {
    PodSandboxConfig config = sandbox.config();
    NamespaceOption options = sandbox.namespaces();
    boolean users = options.getUsernsOptions().getUidsCount() > 0;
    if (!users) {
      own(sandbox, options);
    }
    LiveProcess paused = null;
    if (users || options.getPid() == NamespaceMode.POD) {
      paused = pause.start(sandbox, runtime, draft.cgroup());
      if (users) {
        inside(sandbox);
      }
    }
    List<String> addresses = List.of();
    if (sandbox.network().isPresent()) {
      addresses = network.connect(member(sandbox.id(), config, sandbox.directory()));
    }
    PodFiles.write(sandbox.directory().resolve("files"), config, addresses);
    if (options.getIpc() != NamespaceMode.NODE) {
      Files.createDirectory(sandbox.shm());
      Mounts.mount(
          "shm",
          sandbox.shm(),
          "tmpfs",
          Mounts.NO_DEV | Mounts.NO_EXEC | Mounts.NO_SUID,
          "mode=1777,size=65536k");
    }
    sandbox.save(
        new SandboxRecord(
            draft.id(),
            draft.createdAt(),
            draft.handler(),
            true,
            addresses,
            paused == null ? 0 : paused.pid(),
            paused == null ? 0 : paused.started(),
            draft.cgroup(),
            draft.privateCgroup()));
  }

  /** Makes the namespaces that are the sandbox's own, and pins them. */
  private static void own(Sandbox sandbox, NamespaceOption options) throws IOException, Refused {
    boolean network = options.getNetwork() != NamespaceMode.NODE;
    boolean ipc = options.getIpc() != NamespaceMode.NODE;
    if (!network && !ipc) {
      return;
    }
    int kinds = (network ? Namespaces.NETWORK | Namespaces.UTS : 0) | (ipc ? Namespaces.IPC : 0);
    Path self = Path.of("/proc/thread-self/ns");
    attempt(
        () ->
            Namespaces.inNew(
                kinds,
                () -> {
                  prepare(sandbox.config(), network);
                  if (network) {
                    sandbox.pins().hold("net", self.resolve("net"));
                    sandbox.pins().hold("uts", self.resolve("uts"));
                  }
                  if (ipc) {
                    sandbox.pins().hold("ipc", self.resolve("ipc"));
                  }
                  return true;
                }));
  }

  /** Sets up namespaces that came with a user namespace: the host's name is already theirs. */
  private static void inside(Sandbox sandbox) throws IOException, Refused {
    Path network = sandbox.network().orElseThrow();
    Path ipc = sandbox.pins().find("ipc").orElseThrow();
    attempt(
        () ->
            Namespaces.in(
                network,
                () -> {
                  Namespaces.enter(ipc);
                  Loopback.up();
                  SandboxSysctls.apply(sandbox.config().getLinux().getSysctlsMap());
                  return true;
                }));
  }

  private static void prepare(PodSandboxConfig config, boolean network)
      throws IOException, Refused {
    if (network) {
      Loopback.up();
      if (!config.getHostname().isEmpty()) {
        Namespaces.hostname(config.getHostname());
      }
    }
    SandboxSysctls.apply(config.getLinux().getSysctlsMap());
  }

  /** Stops a sandbox whose containers have ended. Twice is no error. */
  void stop(Sandbox sandbox) throws IOException {
    if (!sandbox.record().ready()
        && sandbox.pins().find("net").isEmpty()
        && !Files.exists(sandbox.directory().resolve(NETWORK))) {
      return;
    }
    network.disconnect(member(sandbox.id(), sandbox.config(), sandbox.directory()));
    release(sandbox.id(), sandbox.directory(), sandbox.record());
    if (sandbox.record().privateCgroup()) {
      Cgroups.remove(sandbox.cgroup());
    }
    sandbox.save(sandbox.record().stopped());
  }

  /** Removes a sandbox that is stopped and empty. */
  void remove(Sandbox sandbox) throws IOException {
    Layout.clear(sandbox.directory());
    if (sandbox.record().privateCgroup()) {
      Cgroups.remove(sandbox.cgroup());
    }
    known.remove(sandbox.id());
    names.release(name(sandbox.config().getMetadata()));
  }

  private void release(String id, Path directory, SandboxRecord record) throws IOException {
    if (Files.exists(directory.resolve("pause"))) {
      OciRuntime runtime = runtimes.get(record.handler());
      if (runtime != null) {
        runtime.kill(id, SIGKILL, true);
        runtime.delete(id);
      }
    }
    new Pins(directory.resolve("ns")).release();
    Layout.clear(layout.shown().resolve(id));
    Layout.clear(directory.resolve("shm"));
  }

  private void undo(
      String id, PodSandboxConfig config, Path directory, OciRuntime runtime, String cgroup) {
    forsake(id, config, directory);
    try {
      release(
          id,
          directory,
          new SandboxRecord(id, 0, runtime.handler(), false, List.of(), 0, 0, cgroup, false));
      Layout.clear(directory);
    } catch (IOException e) {
      log.warn("what is left of a sandbox cannot be removed, sandbox={}: {}", id, e.getMessage());
    }
    if (config.getLinux().getCgroupParent().isEmpty()) {
      Cgroups.remove(cgroup);
    }
    names.release(name(config.getMetadata()));
  }

  /** Disconnects what is given up anyway: a network that fails is not asked again. */
  private void forsake(String id, PodSandboxConfig config, Path directory) {
    try {
      network.disconnect(member(id, config, directory));
    } catch (IOException e) {
      log.warn("the network of a sandbox may hold an address, sandbox={}: {}", id, e.getMessage());
    }
  }

  private void abandon(Path directory, Optional<PodSandboxConfig> config) throws IOException {
    String id = directory.getFileName().toString();
    config.ifPresent(asked -> forsake(id, asked, directory));
    for (OciRuntime runtime : runtimes.values()) {
      runtime.delete(id);
    }
    Layout.clear(layout.shown().resolve(id));
    Layout.clear(directory);
  }

  private static boolean pausing(SandboxRecord record) {
    return new LiveProcess(record.pausePid(), record.pauseStarted()).alive();
  }

  private static PodNetwork.Member member(String id, PodSandboxConfig config, Path directory)
      throws IOException {
    PodSandboxMetadata metadata = config.getMetadata();
    String namespace = new Pins(directory.resolve("ns")).held("net").map(Path::toString).orElse("");
    return new PodNetwork.Member(
        id,
        metadata.getName(),
        metadata.getNamespace(),
        metadata.getUid(),
        namespace,
        directory.resolve(NETWORK),
        config.getPortMappingsList());
  }

  private static String name(PodSandboxMetadata metadata) {
    return String.join(
        "/",
        metadata.getNamespace(),
        metadata.getName(),
        metadata.getUid(),
        Integer.toUnsignedString(metadata.getAttempt()));
  }

  private interface Work {
    boolean run() throws Exception;
  }

  private static void attempt(Work work) throws IOException, Refused {
    try {
      work.run();
    } catch (IOException | Refused | RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new Refused(Kind.FAILED, "namespaces cannot be made: " + e.getMessage(), e);
    }
  }
}
