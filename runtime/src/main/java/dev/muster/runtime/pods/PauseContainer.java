package dev.muster.runtime.pods;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.cri.v1.IDMapping;
import dev.muster.cri.v1.NamespaceMode;
import dev.muster.cri.v1.UserNamespace;
import dev.muster.runtime.process.LiveProcess;
import dev.muster.runtime.process.OciRuntime;
import dev.muster.runtime.refusal.Refused;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The first process of a PID or user namespace that containers share, for the sandboxes that need
 * one: those namespaces cannot be made by a thread, nor a PID namespace live without a process.
 */
record PauseContainer(Layout layout, int oomScore) {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Starts it and pins the namespaces that it made. */
  LiveProcess start(Sandbox sandbox, OciRuntime runtime, String cgroup)
      throws IOException, Refused {
    Path bundle = Files.createDirectory(sandbox.directory().resolve("pause"));
    Path root = Files.createDirectories(bundle.resolve("root"));
    Files.createDirectories(root.resolve("proc"));
    Files.createDirectories(root.resolve("dev"));
    PauseProgram.write(root.resolve("pause"));
    boolean users = sandbox.namespaces().getUsernsOptions().getUidsCount() > 0;
    if (users) {
      root =
          ContainerMaker.reachable(
              root, layout.show(sandbox.id(), sandbox.namespaces().getUsernsOptions()));
    }
    Files.write(
        bundle.resolve("config.json"),
        JSON.writeValueAsBytes(
            spec(sandbox, root, Cgroups.of(cgroup, sandbox.id(), runtime.systemd()))));
    Path pidFile = bundle.resolve("pid");
    runtime.runDetached(sandbox.id(), bundle, pidFile);
    int pid = Integer.parseInt(Files.readString(pidFile).strip());
    LiveProcess process =
        LiveProcess.of(pid)
            .orElseThrow(() -> Refused.failed("the pause process of the sandbox has ended"));
    Pins pins = sandbox.pins();
    if (users) {
      for (String kind : List.of("user", "net", "ipc", "uts")) {
        pins.hold(kind, process.namespace(kind));
      }
    }
    if (sandbox.namespaces().getPid() == NamespaceMode.POD) {
      pins.hold("pid", process.namespace("pid"));
    }
    return process;
  }

  private ObjectNode spec(Sandbox sandbox, Path root, String cgroup) {
    ObjectNode spec = JSON.createObjectNode().put("ociVersion", "1.0.2");
    ObjectNode process = spec.putObject("process");
    process.put("cwd", "/").put("noNewPrivileges", true);
    process.put("oomScoreAdj", Math.max(-998, oomScore));
    process.putArray("args").add("/pause");
    process.putObject("user").put("uid", 0).put("gid", 0);
    spec.putObject("root").put("path", root.toString()).put("readonly", true);
    ArrayNode mounts = spec.putArray("mounts");
    mounts.addObject().put("destination", "/proc").put("type", "proc").put("source", "proc");
    mounts.addObject().put("destination", "/dev").put("type", "tmpfs").put("source", "tmpfs");
    ObjectNode linux = spec.putObject("linux").put("cgroupsPath", cgroup);
    ArrayNode namespaces = linux.putArray("namespaces");
    namespaces.addObject().put("type", "mount");
    namespaces.addObject().put("type", "pid");
    UserNamespace users = sandbox.namespaces().getUsernsOptions();
    if (users.getUidsCount() > 0) {
      for (String type : List.of("user", "network", "ipc", "uts")) {
        namespaces.addObject().put("type", type);
      }
      mappings(linux.putArray("uidMappings"), users.getUidsList());
      mappings(linux.putArray("gidMappings"), users.getGidsList());
      if (!sandbox.config().getHostname().isEmpty()) {
        spec.put("hostname", sandbox.config().getHostname());
      }
    }
    return spec;
  }

  private static void mappings(ArrayNode array, List<IDMapping> mappings) {
    for (IDMapping each : mappings) {
      array
          .addObject()
          .put("containerID", each.getContainerId())
          .put("hostID", each.getHostId() & 0xffffffffL)
          .put("size", each.getLength() & 0xffffffffL);
    }
  }
}
