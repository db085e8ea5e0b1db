package dev.muster.node.containers;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.protobuf.ByteString;
import dev.muster.cri.v1.ContainerConfig;
import dev.muster.cri.v1.ContainerMetadata;
import dev.muster.cri.v1.Image;
import dev.muster.cri.v1.ImageSpec;
import dev.muster.cri.v1.KeyValue;
import dev.muster.cri.v1.LinuxContainerConfig;
import dev.muster.cri.v1.Mount;
import dev.muster.cri.v1.NamespaceMode;
import dev.muster.cri.v1.SupplementalGroupsPolicy;
import dev.muster.cri.v1.WindowsContainerConfig;
import dev.muster.node.pod.Container;
import dev.muster.node.pod.Pod;
import dev.muster.node.runtime.Labels;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** What the runtime is asked for a container. */
public final class ContainerConfigs {
  /**
   * What is known when a container is about to be made.
   *
   * @param image what it runs
   * @param environment all variables
   * @param mounts the pod's volumes at their places in the container
   * @param podIps empty on the host's network
   * @param target the container whose processes it shares; empty for none
   */
  public record Setting(
      Pod pod,
      Container container,
      int attempt,
      Image image,
      Map<String, String> environment,
      List<Mount> mounts,
      List<String> podIps,
      SupplementalGroupsPolicy policy,
      String target) {}

  private final SandboxConfigs sandboxes;
  private final Path nodeHosts;
  private final long machineMemory;

  public ContainerConfigs(SandboxConfigs sandboxes, Path nodeHosts, long machineMemory) {
    this.sandboxes = sandboxes;
    this.nodeHosts = nodeHosts;
    this.machineMemory = machineMemory;
  }

  /**
   * @throws ContainerProblem when the pod asks for what cannot be
   * @throws IOException when the files that go with it cannot be written
   */
  public ContainerConfig of(Setting with) throws ContainerProblem, IOException {
    Pod pod = with.pod();
    Container container = with.container();
    ImageUser user = ImageUser.of(with.image());
    user.verify(pod, container);
    JsonNode tree = container.tree();
    ContainerConfig.Builder out = ContainerConfig.newBuilder();
    out.setMetadata(
        ContainerMetadata.newBuilder().setName(container.name()).setAttempt(with.attempt()));
    out.setImage(
        ImageSpec.newBuilder()
            .setImage(with.image().getId())
            .setUserSpecifiedImage(container.image()));
    tree.path("command")
        .forEach(word -> out.addCommand(Expansion.expand(word.asText(), with.environment())));
    tree.path("args")
        .forEach(word -> out.addArgs(Expansion.expand(word.asText(), with.environment())));
    out.setWorkingDir(tree.path("workingDir").asText());
    with.environment()
        .forEach(
            (name, value) ->
                out.addEnvs(
                    KeyValue.newBuilder().setKey(name).setValue(ByteString.copyFromUtf8(value))));
    out.addAllMounts(with.mounts());
    addFiles(with, out);
    addLabels(with, out);
    out.setLogPath(PodPaths.log(container.name(), with.attempt()));
    out.setStdin(tree.path("stdin").asBoolean());
    out.setStdinOnce(tree.path("stdinOnce").asBoolean());
    out.setTty(tree.path("tty").asBoolean());
    var security = SecurityContexts.container(pod, container, user, with.policy()).toBuilder();
    if (!with.target().isEmpty()) {
      security.getNamespaceOptionsBuilder().setPid(NamespaceMode.TARGET).setTargetId(with.target());
    }
    out.setLinux(
        LinuxContainerConfig.newBuilder()
            .setResources(Resources.of(pod, container, machineMemory))
            .setSecurityContext(security));
    SecurityContexts.windows(pod, container)
        .ifPresent(
            windows ->
                out.setWindows(WindowsContainerConfig.newBuilder().setSecurityContext(windows)));
    return out.build();
  }

  private static void addLabels(Setting with, ContainerConfig.Builder out) {
    Pod pod = with.pod();
    JsonNode tree = with.container().tree();
    out.putLabels(Labels.POD_NAME, pod.name());
    out.putLabels(Labels.POD_NAMESPACE, pod.namespace());
    out.putLabels(Labels.POD_UID, pod.uid());
    out.putLabels(Labels.CONTAINER_NAME, with.container().name());
    out.putAnnotations(Labels.HASH, hash(with.container()));
    out.putAnnotations(Labels.RESTART_COUNT, Integer.toString(with.attempt()));
    out.putAnnotations(
        Labels.MESSAGE_PATH, tree.path("terminationMessagePath").asText("/dev/termination-log"));
    out.putAnnotations(Labels.MESSAGE_POLICY, tree.path("terminationMessagePolicy").asText("File"));
    out.putAnnotations(Labels.GRACE_PERIOD, Long.toString(pod.gracePeriod()));
  }

  /** Changes when a running container has to be replaced. */
  public static String hash(Container container) {
    return Integer.toHexString((container.name() + "\0" + container.image()).hashCode());
  }

  private void addFiles(Setting with, ContainerConfig.Builder out) throws IOException {
    Pod pod = with.pod();
    if (with.mounts().stream().noneMatch(m -> m.getContainerPath().equals("/etc/hosts"))) {
      Path hosts = sandboxes.paths().hosts(pod);
      Files.createDirectories(hosts.getParent());
      String content = HostsFile.content(pod, sandboxes.hostname(pod), with.podIps(), nodeHosts);
      if (!Files.exists(hosts) || !Files.readString(hosts).equals(content)) {
        Files.writeString(hosts, content);
      }
      out.addMounts(
          Mount.newBuilder().setContainerPath("/etc/hosts").setHostPath(hosts.toString()));
    }
    String messagePath =
        with.container().tree().path("terminationMessagePath").asText("/dev/termination-log");
    Path messages = sandboxes.paths().messages(pod, with.container().name());
    Files.createDirectories(messages);
    Path message = messages.resolve(UUID.randomUUID().toString().substring(0, 8));
    Files.createFile(message);
    Files.setPosixFilePermissions(message, PosixFilePermissions.fromString("rw-rw-rw-"));
    out.addMounts(Mount.newBuilder().setContainerPath(messagePath).setHostPath(message.toString()));
  }
}
