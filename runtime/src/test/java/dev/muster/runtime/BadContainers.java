package dev.muster.runtime;

import com.google.protobuf.ByteString;
import dev.muster.cri.v1.ContainerConfig;
import dev.muster.cri.v1.CreateContainerRequest;
import dev.muster.cri.v1.Device;
import dev.muster.cri.v1.Int64Value;
import dev.muster.cri.v1.KeyValue;
import dev.muster.cri.v1.Mount;
import dev.muster.cri.v1.MountPropagation;
import dev.muster.cri.v1.NamespaceMode;
import dev.muster.cri.v1.PodSandboxConfig;
import dev.muster.cri.v1.SecurityProfile;
import io.grpc.Status.Code;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

/** Containers that cannot be, in a sandbox with one that runs. */
final class BadContainers {
  private final RunningRuntime runtime;
  private final PodSandboxConfig pod;
  private final String sandbox;
  private final String container;
  private final Map<String, Bad> all = new LinkedHashMap<>();

  private BadContainers(
      RunningRuntime runtime, PodSandboxConfig pod, String sandbox, String container) {
    this.runtime = runtime;
    this.pod = pod;
    this.sandbox = sandbox;
    this.container = container;
  }

  static Map<String, Bad> calls(
      RunningRuntime runtime, PodSandboxConfig pod, String sandbox, String container) {
    BadContainers calls = new BadContainers(runtime, pod, sandbox, container);
    calls.fill();
    return calls.all;
  }

  private void fill() {
    container("no name", config -> config.getMetadataBuilder().clearName());
    container("no image", ContainerConfig.Builder::clearImage);
    container("log outside", config -> config.setLogPath("../../etc/cron.d/x"));
    container("absolute log", config -> config.setLogPath("/etc/cron.d/x"));
    container("NUL in the command", config -> config.addCommand("a\0b"));
    container(
        "env without name",
        config -> config.addEnvs(KeyValue.newBuilder().setValue(ByteString.copyFromUtf8("x"))));
    container("env with =", config -> config.addEnvs(KeyValue.newBuilder().setKey("A=B")));
    container(
        "env not UTF-8",
        config ->
            config.addEnvs(
                KeyValue.newBuilder()
                    .setKey("A")
                    .setValue(ByteString.copyFrom(new byte[] {(byte) 0xff}))));
    container("relative directory", config -> config.setWorkingDir("tmp"));
    container("mount of nothing", config -> config.addMounts(Mount.getDefaultInstance()));
    container(
        "relative mount",
        config -> config.addMounts(Mount.newBuilder().setHostPath("tmp").setContainerPath("/x")));
    container(
        "mount on the root",
        config ->
            config.addMounts(Mount.newBuilder().setHostPath("/tmp").setContainerPath("/a/..")));
    container(
        "unknown propagation",
        config ->
            config.addMounts(
                Mount.newBuilder()
                    .setHostPath("/tmp")
                    .setContainerPath("/x")
                    .setPropagationValue(9)));
    container(
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
        "device that is none",
        config ->
            config.addDevices(
                Device.newBuilder()
                    .setHostPath("/etc/passwd")
                    .setContainerPath("/dev/x")
                    .setPermissions("rwm")));
    container(
        "missing device",
        config ->
            config.addDevices(
                Device.newBuilder()
                    .setHostPath("/dev/no")
                    .setContainerPath("/dev/x")
                    .setPermissions("r")));
    container(
        "device permissions",
        config ->
            config.addDevices(
                Device.newBuilder()
                    .setHostPath("/dev/null")
                    .setContainerPath("/dev/x")
                    .setPermissions("rx")));
    container(
        "unknown CDI device", config -> config.addCDIDevicesBuilder().setName("vendor.com/gpu=0"));
    container(
        "unknown capability",
        config ->
            RunningRuntime.context(
                config, c -> c.getCapabilitiesBuilder().addAddCapabilities("FLY")));
    container(
        "capability the runtime lacks or unknown",
        config ->
            RunningRuntime.context(
                config, c -> c.getCapabilitiesBuilder().addAddCapabilities("CAP_")));
    container(
        "negative user",
        config ->
            RunningRuntime.context(
                config, c -> c.setRunAsUser(Int64Value.newBuilder().setValue(-1))));
    container(
        "64-bit user",
        config ->
            RunningRuntime.context(
                config, c -> c.setRunAsUser(Int64Value.newBuilder().setValue(1L << 40))));
    container(
        "negative group",
        config -> RunningRuntime.context(config, c -> c.addSupplementalGroups(-5)));
    container(
        "unknown policy",
        config -> RunningRuntime.context(config, c -> c.setSupplementalGroupsPolicyValue(7)));
    container(
        "unknown user", config -> RunningRuntime.context(config, c -> c.setRunAsUsername("who")));
    container(
        "seccomp from nowhere",
        config ->
            RunningRuntime.context(
                config,
                c ->
                    c.getSeccompBuilder()
                        .setProfileType(SecurityProfile.ProfileType.Localhost)
                        .setLocalhostRef("/no/such")));
    container(
        "seccomp of the wrong kind",
        config ->
            RunningRuntime.context(
                config,
                c ->
                    c.getSeccompBuilder()
                        .setProfileType(SecurityProfile.ProfileType.Localhost)
                        .setLocalhostRef("/etc/passwd")));
    container(
        "cpuset", config -> config.getLinuxBuilder().getResourcesBuilder().setCpusetCpus("0;rm"));
    container(
        "cpu period", config -> config.getLinuxBuilder().getResourcesBuilder().setCpuPeriod(5));
    container(
        "memory",
        config -> config.getLinuxBuilder().getResourcesBuilder().setMemoryLimitInBytes(-1));
    container(
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

  private void container(String name, Consumer<ContainerConfig.Builder> change) {
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
}
