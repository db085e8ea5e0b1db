package dev.muster.runtime.pods;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** A sandbox as an OCI specification: its first process', or what its containers find in it. */
public final class SandboxSpec {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Names of namespaces here, and in specifications. */
  private static final SortedMap<String, String> NAMESPACES =
      new TreeMap<>(Map.of("net", "network", "ipc", "ipc", "uts", "uts", "pid", "pid"));

  private SandboxSpec() {}

  public static ObjectNode of(Sandbox sandbox) throws IOException {
    Path own = sandbox.directory().resolve("pause").resolve("config.json");
    if (Files.exists(own)) {
      return (ObjectNode) JSON.readTree(own.toFile());
    }
    ObjectNode spec = JSON.createObjectNode().put("ociVersion", "1.0.2");
    spec.put("hostname", PodFiles.hostname(sandbox.config()));
    ObjectNode linux = spec.putObject("linux").put("cgroupsPath", sandbox.cgroup());
    ArrayNode namespaces = linux.putArray("namespaces");
    NAMESPACES.forEach(
        (kind, type) ->
            sandbox
                .pins()
                .find(kind)
                .ifPresent(
                    path -> namespaces.addObject().put("type", type).put("path", path.toString())));
    ObjectNode sysctls = linux.putObject("sysctl");
    sandbox.config().getLinux().getSysctlsMap().forEach(sysctls::put);
    return spec;
  }
}
