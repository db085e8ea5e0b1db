package dev.muster.node.containers;

import com.google.protobuf.ByteString;
import dev.muster.cri.v1.ContainerConfig;
import dev.muster.cri.v1.ContainerMetadata;
import dev.muster.cri.v1.Image;
import dev.muster.cri.v1.ImageSpec;
import dev.muster.cri.v1.KeyValue;
import dev.muster.cri.v1.Mount;
import dev.muster.cri.v1.SupplementalGroupsPolicy;
import dev.muster.cri.v1.UserNamespace;
import dev.muster.node.runtime.CriLabels;
import dev.muster.views.ContainerSpec;
import dev.muster.views.CoreV1;
import dev.muster.views.CoreV1.Pod;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What the runtime is asked for a container. */
public final class ContainerConfigs {
  /**
   * What is known when a container is about to be made.
   *
   * @param image what it runs
   * @param environment all variables
   * @param mounts the pod's volumes at their places in the container
   * @param podIps empty on the host's network
   * @param users whose ids its processes have
   * @param target the container whose processes it shares; empty for none
   * @param credentials the credential spec of its Windows account; empty for none
   */
  public record Setting(
      Pod pod,
      ContainerSpec container,
      int attempt,
      Image image,
      Map<String, String> environment,
      List<Mount> mounts,
      List<String> podIps,
      SupplementalGroupsPolicy policy,
      UserNamespace users,
      String target,
      Optional<String> credentials) {}

  private final SandboxConfigs sandboxes;
  private final ContainerFiles files;
  private final Platform platform;

  public ContainerConfigs(SandboxConfigs sandboxes, ContainerFiles files) {
    this.sandboxes = sandboxes;
    this.files = files;
    this.platform = sandboxes.platform();
  }

  /**
   * @throws ContainerProblem when the pod asks for what cannot be
   * @throws IOException when the files that go with it cannot be written
   */
  public ContainerConfig of(Setting with) throws ContainerProblem, IOException {
    ContainerSpec container = with.container();
    CoreV1.Container spec = container.spec();
    ContainerConfig.Builder out = ContainerConfig.newBuilder();
    out.setMetadata(
        ContainerMetadata.newBuilder().setName(container.name()).setAttempt(with.attempt()));
    out.setImage(
        ImageSpec.newBuilder()
            .setImage(with.image().getId())
            .setUserSpecifiedImage(container.image()));
    for (String word : spec.command().texts()) {
      out.addCommand(Expansion.expand(word, with.environment()));
    }
    for (String word : spec.args().texts()) {
      out.addArgs(Expansion.expand(word, with.environment()));
    }
    out.setWorkingDir(spec.workingDir().text());
    with.environment()
        .forEach(
            (name, value) ->
                out.addEnvs(
                    KeyValue.newBuilder().setKey(name).setValue(ByteString.copyFromUtf8(value))));
    out.addAllMounts(with.mounts());
    addFiles(with, out);
    addLabels(with, out);
    out.setLogPath(PodPaths.log(container.name(), with.attempt()));
    out.setStdin(spec.stdin().truth());
    out.setStdinOnce(spec.stdinOnce().truth());
    out.setTty(spec.tty().truth());
    platform.container(with, out);
    return out.build();
  }

  private static void addLabels(Setting with, ContainerConfig.Builder out) {
    Pod pod = with.pod();
    CoreV1.Container spec = with.container().spec();
    out.putLabels(CriLabels.POD_NAME, pod.name());
    out.putLabels(CriLabels.POD_NAMESPACE, pod.namespace());
    out.putLabels(CriLabels.POD_UID, pod.uid());
    out.putLabels(CriLabels.CONTAINER_NAME, with.container().name());
    out.putAnnotations(CriLabels.HASH, hash(with.container()));
    out.putAnnotations(CriLabels.RESTART_COUNT, Integer.toString(with.attempt()));
    out.putAnnotations(
        CriLabels.MESSAGE_PATH, spec.terminationMessagePath().textOr("/dev/termination-log"));
    out.putAnnotations(CriLabels.MESSAGE_POLICY, spec.terminationMessagePolicy().textOr("File"));
    out.putAnnotations(CriLabels.GRACE_PERIOD, Long.toString(pod.gracePeriod()));
  }

  /** Changes when a running container has to be replaced. */
  public static String hash(ContainerSpec container) {
    return Integer.toHexString((container.name() + "\0" + container.image()).hashCode());
  }

  private void addFiles(Setting with, ContainerConfig.Builder out) throws IOException {
    Pod pod = with.pod();
    Optional<String> hosts = platform.hostsFile(with);
    boolean own =
        with.mounts().stream().anyMatch(m -> hosts.equals(Optional.of(m.getContainerPath())));
    if (hosts.isPresent() && !own) {
      Path file = files.hosts(pod, sandboxes.hostname(pod), with.podIps());
      out.addMounts(Mount.newBuilder().setContainerPath(hosts.get()).setHostPath(file.toString()));
    }
    String place = with.container().spec().terminationMessagePath().textOr("/dev/termination-log");
    Path words = files.lastWords(pod, with.container());
    out.addMounts(
        Mount.newBuilder().setContainerPath(platform.path(place)).setHostPath(words.toString()));
  }
}
