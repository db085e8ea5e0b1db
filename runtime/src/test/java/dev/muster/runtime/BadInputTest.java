package dev.muster.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.muster.cri.v1.AttachRequest;
import dev.muster.cri.v1.CheckpointContainerRequest;
import dev.muster.cri.v1.ContainerConfig;
import dev.muster.cri.v1.ContainerStatsRequest;
import dev.muster.cri.v1.ContainerStatusRequest;
import dev.muster.cri.v1.CreateContainerRequest;
import dev.muster.cri.v1.Device;
import dev.muster.cri.v1.ExecRequest;
import dev.muster.cri.v1.ExecSyncRequest;
import dev.muster.cri.v1.IDMapping;
import dev.muster.cri.v1.Int64Value;
import dev.muster.cri.v1.KeyValue;
import dev.muster.cri.v1.Mount;
import dev.muster.cri.v1.MountPropagation;
import dev.muster.cri.v1.NamespaceMode;
import dev.muster.cri.v1.PodSandboxConfig;
import dev.muster.cri.v1.PodSandboxStatsRequest;
import dev.muster.cri.v1.PodSandboxStatusRequest;
import dev.muster.cri.v1.PortForwardRequest;
import dev.muster.cri.v1.RemoveContainerRequest;
import dev.muster.cri.v1.RemovePodSandboxRequest;
import dev.muster.cri.v1.ReopenContainerLogRequest;
import dev.muster.cri.v1.RunPodSandboxRequest;
import dev.muster.cri.v1.RuntimeServiceGrpc.RuntimeServiceBlockingStub;
import dev.muster.cri.v1.SecurityProfile;
import dev.muster.cri.v1.StartContainerRequest;
import dev.muster.cri.v1.StopContainerRequest;
import dev.muster.cri.v1.StopPodSandboxRequest;
import dev.muster.cri.v1.UpdateContainerResourcesRequest;
import dev.muster.cri.v1.UserNamespace;
import io.grpc.Status.Code;
import io.grpc.StatusRuntimeException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Requests that cannot be: each has the right code, and none leaves anything behind. */
class BadInputTest {
  private static final String HUGE = "x".repeat(100_000);
  private static RunningRuntime runtime;
  private static PodSandboxConfig pod;
  private static String sandbox;
  private static String container;

  @BeforeAll
  static void start() throws Exception {
    runtime = RunningRuntime.start();
    pod = runtime.pod().build();
    sandbox = runtime.run(pod);
    container = runtime.running(sandbox, pod, runtime.config("rooted", "sleep", "1000"));
  }

  @AfterAll
  static void stop() throws Exception {
    if (runtime != null) {
      runtime.close();
    }
  }

  private record Bad(Code code, Consumer<RuntimeServiceBlockingStub> call) {}

  @Test
  void everyCallRefusesWhatCannotBeAndLeavesNothing() throws Exception {
    Leftovers before = runtime.leftovers();
    Map<String, String> wrong = new LinkedHashMap<>();
    Map<String, Bad> all = new LinkedHashMap<>();
    sandboxes(all);
    containers(all);
    ids(all);
    all.forEach(
        (name, bad) -> {
          String got = "OK";
          try {
            bad.call().accept(runtime.cri());
          } catch (StatusRuntimeException e) {
            got = e.getStatus().getCode() + ": " + e.getStatus().getDescription();
          }
          if (!got.startsWith(bad.code() + ":")) {
            wrong.put(name, got);
          }
        });
    assertThat(wrong).isEmpty();
    assertThat(all).hasSizeGreaterThan(50);
    assertThat(runtime.leftovers()).isEqualTo(before);
  }

  private static void sandboxes(Map<String, Bad> all) {
    all.put(
        "no config",
        new Bad(
            Code.INVALID_ARGUMENT,
            cri -> cri.runPodSandbox(RunPodSandboxRequest.getDefaultInstance())));
    sandbox(all, "no metadata", PodSandboxConfig.Builder::clearMetadata);
    sandbox(all, "no name", pod -> pod.getMetadataBuilder().clearName());
    sandbox(all, "huge name", pod -> pod.getMetadataBuilder().setName(HUGE));
    sandbox(all, "no uid", pod -> pod.getMetadataBuilder().clearUid());
    sandbox(all, "hostname with a blank", pod -> pod.setHostname("a b"));
    sandbox(all, "huge hostname", pod -> pod.setHostname(HUGE));
    sandbox(all, "relative logs", pod -> pod.setLogDirectory("logs"));
    sandbox(
        all, "dns injection", pod -> pod.getDnsConfigBuilder().addServers("1.1.1.1\noptions x"));
    sandbox(all, "bad port", pod -> pod.addPortMappingsBuilder().setContainerPort(70_000));
    sandbox(
        all, "sysctl of the node", pod -> pod.getLinuxBuilder().putSysctls("vm.swappiness", "1"));
    sandbox(
        all,
        "sysctl out of /proc/sys",
        pod -> pod.getLinuxBuilder().putSysctls("net/../../etc/x", "1"));
    sandbox(
        all, "unknown sysctl", pod -> pod.getLinuxBuilder().putSysctls("net.ipv4.no_such", "1"));
    sandbox(
        all,
        "bad sysctl value",
        pod -> pod.getLinuxBuilder().putSysctls("net.ipv4.ip_unprivileged_port_start", "pig"));
    sandbox(all, "cgroup escape", pod -> pod.getLinuxBuilder().setCgroupParent("/a/../../b"));
    sandbox(all, "unknown namespace mode", pod -> options(pod).setNetworkValue(99));
    sandbox(all, "network of a container", pod -> options(pod).setNetwork(NamespaceMode.CONTAINER));
    sandbox(all, "target for a sandbox", pod -> options(pod).setPid(NamespaceMode.TARGET));
    sandbox(
        all,
        "user namespace of a container",
        pod ->
            options(pod)
                .setUsernsOptions(UserNamespace.newBuilder().setMode(NamespaceMode.CONTAINER)));
    sandbox(
        all,
        "user namespace without mapping",
        pod ->
            options(pod).setUsernsOptions(UserNamespace.newBuilder().setMode(NamespaceMode.POD)));
    sandbox(all, "two mappings", pod -> users(pod, 2, 0));
    sandbox(all, "root not mapped", pod -> users(pod, 1, 1));
    all.put(
        "unknown handler",
        new Bad(
            Code.INVALID_ARGUMENT,
            cri ->
                cri.runPodSandbox(
                    RunPodSandboxRequest.newBuilder()
                        .setConfig(runtime.pod())
                        .setRuntimeHandler("kata")
                        .build())));
  }

  private static void containers(Map<String, Bad> all) {
    container(all, "no name", config -> config.getMetadataBuilder().clearName());
    container(all, "no image", ContainerConfig.Builder::clearImage);
    container(all, "log outside", config -> config.setLogPath("../../etc/cron.d/x"));
    container(all, "absolute log", config -> config.setLogPath("/etc/cron.d/x"));
    container(all, "NUL in the command", config -> config.addCommand("a\0b"));
    container(
        all,
        "env without name",
        config -> config.addEnvs(KeyValue.newBuilder().setValue(ByteString.copyFromUtf8("x"))));
    container(all, "env with =", config -> config.addEnvs(KeyValue.newBuilder().setKey("A=B")));
    container(
        all,
        "env not UTF-8",
        config ->
            config.addEnvs(
                KeyValue.newBuilder()
                    .setKey("A")
                    .setValue(ByteString.copyFrom(new byte[] {(byte) 0xff}))));
    container(all, "relative directory", config -> config.setWorkingDir("tmp"));
    container(all, "mount of nothing", config -> config.addMounts(Mount.getDefaultInstance()));
    container(
        all,
        "relative mount",
        config -> config.addMounts(Mount.newBuilder().setHostPath("tmp").setContainerPath("/x")));
    container(
        all,
        "mount on the root",
        config ->
            config.addMounts(Mount.newBuilder().setHostPath("/tmp").setContainerPath("/a/..")));
    container(
        all,
        "unknown propagation",
        config ->
            config.addMounts(
                Mount.newBuilder()
                    .setHostPath("/tmp")
                    .setContainerPath("/x")
                    .setPropagationValue(9)));
    container(
        all,
        "read-only below, shared",
        config ->
            config.addMounts(
                Mount.newBuilder()
                    .setHostPath("/proc")
                    .setContainerPath("/x")
                    .setReadonly(true)
                    .setRecursiveReadOnly(true)
                    .setPropagation(MountPropagation.PROPAGATION_HOST_TO_CONTAINER)));
    container(
        all,
        "device that is none",
        config ->
            config.addDevices(
                Device.newBuilder()
                    .setHostPath("/etc/passwd")
                    .setContainerPath("/dev/x")
                    .setPermissions("rwm")));
    container(
        all,
        "missing device",
        config ->
            config.addDevices(
                Device.newBuilder()
                    .setHostPath("/dev/no")
                    .setContainerPath("/dev/x")
                    .setPermissions("r")));
    container(
        all,
        "device permissions",
        config ->
            config.addDevices(
                Device.newBuilder()
                    .setHostPath("/dev/null")
                    .setContainerPath("/dev/x")
                    .setPermissions("rx")));
    container(
        all,
        "unknown CDI device",
        config -> config.addCDIDevicesBuilder().setName("vendor.com/gpu=0"));
    container(
        all,
        "unknown capability",
        config ->
            RunningRuntime.context(
                config, c -> c.getCapabilitiesBuilder().addAddCapabilities("FLY")));
    container(
        all,
        "capability the runtime lacks or unknown",
        config ->
            RunningRuntime.context(
                config, c -> c.getCapabilitiesBuilder().addAddCapabilities("CAP_")));
    container(
        all,
        "negative user",
        config ->
            RunningRuntime.context(
                config, c -> c.setRunAsUser(Int64Value.newBuilder().setValue(-1))));
    container(
        all,
        "64-bit user",
        config ->
            RunningRuntime.context(
                config, c -> c.setRunAsUser(Int64Value.newBuilder().setValue(1L << 40))));
    container(
        all,
        "negative group",
        config -> RunningRuntime.context(config, c -> c.addSupplementalGroups(-5)));
    container(
        all,
        "unknown policy",
        config -> RunningRuntime.context(config, c -> c.setSupplementalGroupsPolicyValue(7)));
    container(
        all,
        "unknown user",
        config -> RunningRuntime.context(config, c -> c.setRunAsUsername("who")));
    container(
        all,
        "seccomp from nowhere",
        config ->
            RunningRuntime.context(
                config,
                c ->
                    c.getSeccompBuilder()
                        .setProfileType(SecurityProfile.ProfileType.Localhost)
                        .setLocalhostRef("/no/such")));
    container(
        all,
        "seccomp of the wrong kind",
        config ->
            RunningRuntime.context(
                config,
                c ->
                    c.getSeccompBuilder()
                        .setProfileType(SecurityProfile.ProfileType.Localhost)
                        .setLocalhostRef("/etc/passwd")));
    container(
        all,
        "cpuset",
        config -> config.getLinuxBuilder().getResourcesBuilder().setCpusetCpus("0;rm"));
    container(
        all,
        "cpu period",
        config -> config.getLinuxBuilder().getResourcesBuilder().setCpuPeriod(5));
    container(
        all,
        "memory",
        config -> config.getLinuxBuilder().getResourcesBuilder().setMemoryLimitInBytes(-1));
    container(
        all,
        "target elsewhere",
        config ->
            RunningRuntime.context(
                config,
                c ->
                    c.getNamespaceOptionsBuilder().setPid(NamespaceMode.TARGET).setTargetId("no")));
    all.put(
        "unknown image",
        new Bad(
            Code.NOT_FOUND,
            cri -> runtime.create(sandbox, pod, runtime.config("no-such", "sleep"))));
    all.put(
        "unknown sandbox",
        new Bad(
            Code.NOT_FOUND, cri -> runtime.create("nope", pod, runtime.config("rooted", "sleep"))));
    all.put(
        "no such program",
        new Bad(
            Code.UNKNOWN,
            cri -> runtime.create(sandbox, pod, runtime.config("rooted", "no-such-program"))));
    all.put(
        "no container config",
        new Bad(
            Code.INVALID_ARGUMENT,
            cri ->
                cri.createContainer(
                    CreateContainerRequest.newBuilder()
                        .setPodSandboxId(sandbox)
                        .setSandboxConfig(pod)
                        .build())));
    all.put(
        "no sandbox config",
        new Bad(
            Code.INVALID_ARGUMENT,
            cri ->
                cri.createContainer(
                    CreateContainerRequest.newBuilder()
                        .setPodSandboxId(sandbox)
                        .setConfig(runtime.config("rooted", "sleep"))
                        .build())));
    all.put(
        "started twice",
        new Bad(Code.FAILED_PRECONDITION, cri -> runtime.startContainer(container)));
  }

  private static void ids(Map<String, Bad> all) {
    all.put(
        "start",
        new Bad(
            Code.NOT_FOUND,
            cri ->
                cri.startContainer(
                    StartContainerRequest.newBuilder().setContainerId(HUGE).build())));
    all.put(
        "stop without id",
        new Bad(
            Code.INVALID_ARGUMENT,
            cri -> cri.stopContainer(StopContainerRequest.getDefaultInstance())));
    all.put(
        "remove without id",
        new Bad(
            Code.INVALID_ARGUMENT,
            cri -> cri.removeContainer(RemoveContainerRequest.getDefaultInstance())));
    all.put(
        "stop sandbox without id",
        new Bad(
            Code.INVALID_ARGUMENT,
            cri -> cri.stopPodSandbox(StopPodSandboxRequest.getDefaultInstance())));
    all.put(
        "remove sandbox without id",
        new Bad(
            Code.INVALID_ARGUMENT,
            cri -> cri.removePodSandbox(RemovePodSandboxRequest.getDefaultInstance())));
    all.put(
        "status",
        new Bad(
            Code.NOT_FOUND,
            cri ->
                cri.containerStatus(
                    ContainerStatusRequest.newBuilder().setContainerId("../../etc").build())));
    all.put(
        "sandbox status",
        new Bad(
            Code.NOT_FOUND,
            cri -> cri.podSandboxStatus(PodSandboxStatusRequest.getDefaultInstance())));
    all.put(
        "stats",
        new Bad(
            Code.NOT_FOUND, cri -> cri.containerStats(ContainerStatsRequest.getDefaultInstance())));
    all.put(
        "sandbox stats",
        new Bad(
            Code.NOT_FOUND,
            cri -> cri.podSandboxStats(PodSandboxStatsRequest.getDefaultInstance())));
    all.put(
        "reopen",
        new Bad(
            Code.NOT_FOUND,
            cri -> cri.reopenContainerLog(ReopenContainerLogRequest.getDefaultInstance())));
    all.put(
        "update",
        new Bad(
            Code.NOT_FOUND,
            cri ->
                cri.updateContainerResources(
                    UpdateContainerResourcesRequest.getDefaultInstance())));
    all.put(
        "update for Windows",
        new Bad(
            Code.INVALID_ARGUMENT,
            cri ->
                cri.updateContainerResources(
                    UpdateContainerResourcesRequest.newBuilder()
                        .setContainerId(container)
                        .setWindows(
                            dev.muster.cri.v1.WindowsContainerResources.getDefaultInstance())
                        .build())));
    all.put(
        "checkpoint",
        new Bad(
            Code.UNIMPLEMENTED,
            cri -> cri.checkpointContainer(CheckpointContainerRequest.getDefaultInstance())));
    all.put(
        "exec without command",
        new Bad(
            Code.INVALID_ARGUMENT,
            cri -> cri.execSync(ExecSyncRequest.newBuilder().setContainerId(container).build())));
    all.put(
        "exec with NUL",
        new Bad(
            Code.INVALID_ARGUMENT,
            cri ->
                cri.execSync(
                    ExecSyncRequest.newBuilder().setContainerId(container).addCmd("a\0").build())));
    all.put(
        "exec nowhere",
        new Bad(
            Code.NOT_FOUND,
            cri -> cri.execSync(ExecSyncRequest.newBuilder().addCmd("ls").build())));
    all.put(
        "exec without streams",
        new Bad(
            Code.INVALID_ARGUMENT,
            cri ->
                cri.exec(ExecRequest.newBuilder().setContainerId(container).addCmd("ls").build())));
    all.put(
        "exec with terminal and stderr",
        new Bad(
            Code.INVALID_ARGUMENT,
            cri ->
                cri.exec(
                    ExecRequest.newBuilder()
                        .setContainerId(container)
                        .addCmd("ls")
                        .setTty(true)
                        .setStdout(true)
                        .setStderr(true)
                        .build())));
    all.put(
        "attach nowhere",
        new Bad(
            Code.NOT_FOUND, cri -> cri.attach(AttachRequest.newBuilder().setStdout(true).build())));
    all.put(
        "ports of nothing",
        new Bad(Code.NOT_FOUND, cri -> cri.portForward(PortForwardRequest.getDefaultInstance())));
    all.put(
        "bad port",
        new Bad(
            Code.INVALID_ARGUMENT,
            cri ->
                cri.portForward(
                    PortForwardRequest.newBuilder().setPodSandboxId(sandbox).addPort(-1).build())));
  }

  private static void sandbox(
      Map<String, Bad> all, String name, Consumer<PodSandboxConfig.Builder> change) {
    all.put(
        "sandbox: " + name,
        new Bad(
            Code.INVALID_ARGUMENT,
            cri -> {
              PodSandboxConfig.Builder config = runtime.pod();
              change.accept(config);
              runtime.run(config.build());
            }));
  }

  private static void container(
      Map<String, Bad> all, String name, Consumer<ContainerConfig.Builder> change) {
    all.put(
        "container: " + name,
        new Bad(
            Code.INVALID_ARGUMENT,
            cri -> {
              ContainerConfig.Builder config = runtime.config("rooted", "sleep", "1000");
              change.accept(config);
              runtime.create(sandbox, pod, config);
            }));
  }

  private static dev.muster.cri.v1.NamespaceOption.Builder options(PodSandboxConfig.Builder pod) {
    return pod.getLinuxBuilder().getSecurityContextBuilder().getNamespaceOptionsBuilder();
  }

  private static void users(PodSandboxConfig.Builder pod, int count, int inside) {
    UserNamespace.Builder users = UserNamespace.newBuilder().setMode(NamespaceMode.POD);
    for (int i = 0; i < count; i++) {
      IDMapping mapping =
          IDMapping.newBuilder().setContainerId(inside).setHostId(1000).setLength(65_536).build();
      users.addUids(mapping).addGids(mapping);
    }
    options(pod).setUsernsOptions(users);
  }
}
