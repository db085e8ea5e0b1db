package dev.muster.node.containers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.protobuf.TextFormat;
import dev.muster.cri.CriClient;
import dev.muster.cri.CriServer;
import dev.muster.cri.v1.ContainerConfig;
import dev.muster.cri.v1.Image;
import dev.muster.cri.v1.Mount;
import dev.muster.cri.v1.PodSandboxConfig;
import dev.muster.cri.v1.SupplementalGroupsPolicy;
import dev.muster.cri.v1.UserNamespace;
import dev.muster.cri.v1.WindowsContainerConfig;
import dev.muster.cri.v1.WindowsPodSandboxConfig;
import dev.muster.identity.credspec.SpecSource;
import dev.muster.model.codec.Yaml;
import dev.muster.node.runtime.RuntimeCalls;
import dev.muster.views.ContainerSpec;
import dev.muster.views.CoreV1.Pod;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What a runtime on Windows is sent, over CRI's wire, beside kubelet 1.35.8's rules. There is no
 * Windows here: nothing of it was run.
 */
class WindowsPlatformTest {
  private static final int CPUS = 4;

  @TempDir private Path directory;
  private final RecordingRuntime recorded = new RecordingRuntime();
  private CriServer server;
  private CriClient client;

  @BeforeEach
  void start() throws Exception {
    server = CriServer.start(directory.resolve("cri.sock"), List.of(recorded));
    client = CriClient.connect(server.socket());
  }

  @AfterEach
  void stop() throws Exception {
    client.close();
    server.close();
  }

  private static Pod pod(String spec, String container) {
    return Pod.of(
        (ObjectNode)
            Yaml.toTree(
                """
                {apiVersion: v1, kind: Pod, metadata: {name: p, namespace: ns, uid: u, annotations: {}},
                 spec: {os: {name: windows}, %s containers: [{name: c, image: i, %s}]}}
                """
                    .formatted(spec, container)
                    .getBytes(StandardCharsets.UTF_8)));
  }

  private void send(Platform platform, Pod pod, String imageUser, Mount... mounts)
      throws Exception {
    JsonNode container = pod.allContainers().getFirst().tree();
    send(
        platform,
        pod,
        imageUser,
        SpecSource.of(pod.tree(), container) instanceof SpecSource.Contents contents
            ? Optional.of(contents.text())
            : Optional.empty(),
        mounts);
  }

  private void send(
      Platform platform, Pod pod, String imageUser, Optional<String> credentials, Mount... mounts)
      throws Exception {
    PodPaths paths = new PodPaths(directory.resolve("node"), directory.resolve("logs"));
    DnsSettings dns = new DnsSettings(List.of(), "cluster.local", Path.of("/etc/resolv.conf"));
    SandboxConfigs sandboxes = new SandboxConfigs("node", dns, paths, platform);
    UserNamespace users = UserNamespace.getDefaultInstance();
    PodSandboxConfig sandbox = sandboxes.of(pod, 0, SupplementalGroupsPolicy.Merge, users);
    RuntimeCalls runtime = new RuntimeCalls(client);
    String id = runtime.runSandbox(sandbox, "");
    ContainerFiles files = new ContainerFilesOnDisk(paths, Path.of("/etc/hosts"));
    ContainerSpec container = pod.allContainers().getFirst();
    ContainerConfig config =
        new ContainerConfigs(sandboxes, files)
            .of(
                new ContainerConfigs.Setting(
                    pod,
                    container,
                    0,
                    Image.newBuilder().setId("sha256:i").setUsername(imageUser).build(),
                    Map.of(),
                    List.of(mounts),
                    List.of("10.0.0.1"),
                    SupplementalGroupsPolicy.Merge,
                    users,
                    "",
                    credentials));
    String made = runtime.createContainer(id, config, sandbox);
    assertThat(made).isEqualTo("container");
  }

  private ContainerConfig container() {
    return recorded.containers.getLast().getConfig();
  }

  private static WindowsContainerConfig windows(String text) throws Exception {
    return TextFormat.parse(text, WindowsContainerConfig.class);
  }

  /** windowsOptions of the pod and of the container, and what the container is then sent with. */
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "nothing                  | {}                                   | {}                                   | ~~   | ~~",
        "the image's user         | {}                                   | {}                                   | app  | run_as_username: 'app'",
        "the pod's user           | {runAsUserName: NT_pod}              | {}                                   | app  | run_as_username: 'NT_pod'",
        "the container's user     | {runAsUserName: NT_pod}              | {runAsUserName: mine}                | app  | run_as_username: 'mine'",
        "the pod's account        | {gmsaCredentialSpecName: a, gmsaCredentialSpec: '{A}'} | {}                 | ~~   | credential_spec: '{A}'",
        "the container's account  | {gmsaCredentialSpecName: a, gmsaCredentialSpec: '{A}'} | {gmsaCredentialSpecName: b, gmsaCredentialSpec: '{B}'} | ~~ | credential_spec: '{B}'",
        "one field of each        | {gmsaCredentialSpecName: a, gmsaCredentialSpec: '{A}'} | {runAsUserName: mine} | ~~ | run_as_username: 'mine' credential_spec: '{A}'"
      })
  void theContainersOptionsCountOverThePods(
      String name, String ofPod, String own, String imageUser, String expected) throws Exception {
    send(
        new WindowsPlatform(CPUS),
        pod(
            "securityContext: {windowsOptions: " + ofPod + "},",
            "securityContext: {windowsOptions: " + own + "}"),
        imageUser);
    assertThat(container().getWindows())
        .isEqualTo(windows("resources {} security_context { " + expected + " }"));
    assertThat(container().hasLinux()).isFalse();
  }

  @Test
  void theSandboxHasThePodsOptionsAndNoneOfTheContainers() throws Exception {
    send(
        new WindowsPlatform(CPUS),
        pod(
            "securityContext: {windowsOptions: {runAsUserName: pods, gmsaCredentialSpecName: a,"
                + " gmsaCredentialSpec: '{A}'}},",
            "securityContext: {windowsOptions: {runAsUserName: mine}}"),
        "");
    assertThat(recorded.sandboxes.getLast().getConfig().getWindows())
        .isEqualTo(
            TextFormat.parse(
                "security_context { run_as_username: 'pods' credential_spec: '{A}' }",
                WindowsPodSandboxConfig.class));
  }

  /** The sandbox is made before anybody has read the config map, and runs nothing of the pod's. */
  @Test
  void anAccountFromAConfigMapIsTheContainers() throws Exception {
    Pod pod = pod("securityContext: {windows: {credentialSpecConfig: m}},", "command: [a]");
    send(new WindowsPlatform(CPUS), pod, "", Optional.of("{M}"));
    assertThat(container().getWindows())
        .isEqualTo(windows("resources {} security_context { credential_spec: '{M}' }"));
    assertThat(recorded.sandboxes.getLast().getConfig().getWindows())
        .isEqualTo(TextFormat.parse("security_context {}", WindowsPodSandboxConfig.class));
  }

  /** kubelet leaves out what Windows does not know, and keeps the rest of the Linux part. */
  @Test
  void theSandboxLosesIdsAndLabelsOfLinux() throws Exception {
    send(
        new WindowsPlatform(CPUS),
        pod(
            "securityContext: {runAsUser: 1, runAsGroup: 2, fsGroup: 3, supplementalGroups: [4],"
                + " seLinuxOptions: {level: x}},",
            "securityContext: {runAsUser: 5}"),
        "");
    var linux = recorded.sandboxes.getLast().getConfig().getLinux().getSecurityContext();
    assertThat(linux.hasRunAsUser() || linux.hasRunAsGroup() || linux.hasSelinuxOptions())
        .isFalse();
    assertThat(linux.getSupplementalGroupsList()).containsExactly(4L);
    assertThat(linux.hasSeccomp()).isTrue();
    assertThat(container().hasLinux()).isFalse();
    assertThat(container().getAnnotationsMap()).doesNotContainKey(AskedIdentity.ANNOTATION);
  }

  @Test
  void processesOfTheNodeAreToldToSandboxAndContainer() throws Exception {
    send(
        new WindowsPlatform(CPUS),
        pod(
            "hostNetwork: true, securityContext: {windowsOptions: {hostProcess: true,"
                + " runAsUserName: 'NT AUTHORITY\\SYSTEM'}},",
            "command: [a]"),
        "");
    assertThat(container().getWindows())
        .isEqualTo(
            windows(
                "resources {} security_context { run_as_username: 'NT AUTHORITY\\\\SYSTEM'"
                    + " host_process: true }"));
    assertThat(
            recorded
                .sandboxes
                .getLast()
                .getConfig()
                .getWindows()
                .getSecurityContext()
                .getHostProcess())
        .isTrue();
    assertThat(container().getMountsList())
        .as("no hosts file")
        .extracting(Mount::getContainerPath)
        .containsExactly("c:/dev/termination-log");
  }

  @ParameterizedTest(name = "{2}")
  @CsvSource(
      delimiter = '|',
      value = {
        "hostNetwork: true, initContainers: [{name: x, image: i}], | true | pod must not contain both HostProcess and non-HostProcess containers",
        "hostNetwork: false, | true | hostNetwork is required if Pod contains HostProcess containers",
        "hostNetwork: true, securityContext: {windowsOptions: {hostProcess: false}}, | true | pod must not contain any HostProcess containers if Pod's WindowsOptions.HostProcess is set to false"
      })
  void processesOfTheNodeAreAllOrNone(String spec, boolean own, String message) {
    assertThatThrownBy(
            () ->
                send(
                    new WindowsPlatform(CPUS),
                    pod(spec, "securityContext: {windowsOptions: {hostProcess: " + own + "}}"),
                    ""))
        .hasMessage(message);
    assertThat(recorded.sandboxes).isEmpty();
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "a part of four      | {cpu: 500m, memory: 1Gi}    | cpu_maximum: 1250 memory_limit_in_bytes: 1073741824",
        "more than there is  | {cpu: '16'}                 | cpu_maximum: 10000",
        "less than can be    | {cpu: 1n}                   | cpu_maximum: 2",
        "a tenth of a byte   | {memory: 100m}              | memory_limit_in_bytes: 1",
        "no limit            | {cpu: '0', memory: '0'}     | cpu_maximum: 0"
      })
  void limitsAreInWindowsUnits(String name, String limits, String expected) throws Exception {
    send(new WindowsPlatform(CPUS), pod("", "resources: {limits: " + limits + "}"), "");
    assertThat(container().getWindows())
        .isEqualTo(windows("security_context {} resources { " + expected + " }"));
  }

  @ParameterizedTest(name = "{0} {1} {2}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "{runAsUserName: containeradministrator} | ~~                     | container's runAsUserName (containeradministrator) which will be regarded as root identity and will break non-root policy (pod: \"p_ns(u)\", container: c)",
        "{}                                      | ContainerAdministrator | container's runAsUser (ContainerAdministrator) which will be regarded as root identity and will break non-root policy (pod: \"p_ns(u)\", container: c)",
        "{runAsUserName: ContainerUser}          | ContainerAdministrator | ~~",
        "{}                                      | ~~                     | ~~"
      })
  void theAdministratorIsNoNonRoot(String options, String imageUser, String message)
      throws Exception {
    Pod pod =
        pod(
            "securityContext: {runAsNonRoot: true, windowsOptions: " + options + "},",
            "command: [a]");
    if (message.isEmpty()) {
      send(new WindowsPlatform(CPUS), pod, imageUser);
      assertThat(recorded.containers).hasSize(1);
    } else {
      assertThatThrownBy(() -> send(new WindowsPlatform(CPUS), pod, imageUser)).hasMessage(message);
      assertThat(recorded.containers).isEmpty();
    }
  }

  @Test
  void mountsHaveADriveAndTheHostsFileItsPlace() throws Exception {
    send(
        new WindowsPlatform(CPUS),
        pod("", "terminationMessagePath: 'last\\words'"),
        "",
        Mount.newBuilder().setContainerPath("data").setHostPath("/x").build(),
        Mount.newBuilder().setContainerPath("/keys").setHostPath("/y").build(),
        Mount.newBuilder().setContainerPath("D:\\z").setHostPath("/z").build());
    assertThat(container().getMountsList())
        .extracting(Mount::getContainerPath)
        .containsExactly(
            "c:\\data",
            "/keys",
            "D:\\z",
            "C:\\Windows\\System32\\drivers\\etc\\hosts",
            "c:\\last\\words");
  }

  /** kubelet on Linux knows no Windows options; here an account is told, so that it is refused. */
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "{runAsUserName: jane} | false",
        "{hostProcess: true}   | true",
        "{gmsaCredentialSpecName: a, gmsaCredentialSpec: '{A}'} | true"
      })
  void aNodeWithLinuxTellsNoUserNameAndNeverRunsAnAccountAsSomethingElse(
      String options, boolean told) throws Exception {
    Pod pod = pod("securityContext: {windowsOptions: " + options + "},", "command: [a]");
    ((ObjectNode) pod.tree().path("spec")).remove("os");
    LinuxPlatform linux = new LinuxPlatform(1L << 30, CPUS);
    PodSandboxConfig.Builder sandbox = PodSandboxConfig.newBuilder();
    linux.sandbox(pod, SupplementalGroupsPolicy.Merge, UserNamespace.getDefaultInstance(), sandbox);
    assertThat(sandbox.hasWindows()).isFalse();
    ContainerConfig.Builder config = ContainerConfig.newBuilder();
    linux.container(
        new ContainerConfigs.Setting(
            pod,
            pod.allContainers().getFirst(),
            0,
            Image.getDefaultInstance(),
            Map.of(),
            List.of(),
            List.of(),
            SupplementalGroupsPolicy.Merge,
            UserNamespace.getDefaultInstance(),
            "",
            options.contains("gmsa") ? Optional.of("{A}") : Optional.empty()),
        config);
    assertThat(config.hasWindows()).isEqualTo(told);
    assertThat(config.hasLinux()).isTrue();
  }
}
