package dev.muster.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.protobuf.ByteString;
import dev.muster.cri.v1.ContainerConfig;
import dev.muster.cri.v1.ContainerState;
import dev.muster.cri.v1.ContainerStatsRequest;
import dev.muster.cri.v1.ContainerStatus;
import dev.muster.cri.v1.KeyValue;
import dev.muster.cri.v1.Mount;
import dev.muster.cri.v1.PodSandboxConfig;
import dev.muster.cri.v1.StopContainerRequest;
import dev.muster.cri.v1.UpdateContainerResourcesRequest;
import dev.muster.cri.v1.WindowsContainerConfig;
import dev.muster.cri.v1.WindowsContainerResources;
import dev.muster.testing.GmsaProposal;
import dev.muster.testing.images.OciSchema;
import io.grpc.Status.Code;
import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Containers for Windows are checked and described, and never started here. */
class WindowsContainerTest extends SandboxTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  private static ContainerConfig.Builder windows(Consumer<WindowsContainerConfig.Builder> change) {
    ContainerConfig.Builder config = runtime.config("rooted", "ping", "-t", "localhost");
    config.clearLinux();
    WindowsContainerConfig.Builder windows = config.getWindowsBuilder();
    windows.getSecurityContextBuilder().setCredentialSpec(GmsaProposal.CREDENTIAL_SPEC);
    change.accept(windows);
    return config;
  }

  private static JsonNode written(String id) throws IOException {
    return JSON.readTree(bundles().resolve(id).resolve("config.json").toFile());
  }

  private static Path bundles() {
    return runtime.root.resolve("state/containers");
  }

  @Test
  void theCredentialSpecLandsInTheOciSpecification() throws Exception {
    String id = runtime.create(sandbox, pod, windows(w -> {}));
    JsonNode config = written(id);
    assertThat(OciSchema.faults(config)).isEmpty();
    assertThat(config.at("/windows/credentialSpec"))
        .isEqualTo(JSON.readTree(GmsaProposal.CREDENTIAL_SPEC));
    runtime.remove(id);
  }

  /** As containerd does it: the container's files lie there, and the node's own are around. */
  @Test
  void aProcessOfTheNodeBeginsWhereItsFilesAre() throws Exception {
    String id =
        runtime.create(
            sandbox, pod, windows(w -> w.getSecurityContextBuilder().setHostProcess(true)));
    assertThat(written(id).at("/process/cwd").asText()).isEqualTo("C:\\hpc");
    runtime.remove(id);
  }

  @Test
  void everyWindowsFieldOfTheRequestHasItsPlace() throws Exception {
    ContainerConfig.Builder config =
        windows(
                w -> {
                  w.getSecurityContextBuilder()
                      .setRunAsUsername("contoso\\jane")
                      .setHostProcess(true);
                  w.setResources(
                      WindowsContainerResources.newBuilder()
                          .setCpuMaximum(2500)
                          .setMemoryLimitInBytes(1 << 30)
                          .setRootfsSizeInBytes(20L << 30));
                  w.getResourcesBuilder().addAffinityCpusBuilder().setCpuMask(-1).setCpuGroup(1);
                })
            .setWorkingDir("/app")
            .addEnvs(KeyValue.newBuilder().setKey("Mode").setValue(ByteString.copyFromUtf8("a")))
            .addEnvs(KeyValue.newBuilder().setKey("MODE").setValue(ByteString.copyFromUtf8("b")))
            .addMounts(
                Mount.newBuilder()
                    .setContainerPath("/data")
                    .setHostPath("c:/var/data")
                    .setReadonly(true));
    String id = runtime.create(sandbox, pod, config);
    JsonNode spec = written(id);
    assertThat(OciSchema.faults(spec)).isEmpty();
    assertThat(spec.at("/ociVersion").asText())
        .as("the first that knows affinity")
        .isEqualTo("1.2.1");
    assertThat(spec.at("/process/user").toString()).isEqualTo("{\"username\":\"contoso\\\\jane\"}");
    assertThat(spec.at("/process/args").toString()).isEqualTo("[\"ping\",\"-t\",\"localhost\"]");
    assertThat(spec.at("/process/cwd").asText()).isEqualTo("C:\\app");
    assertThat(spec.at("/process/env")).contains(JSON.valueToTree("MODE=b"));
    assertThat(spec.at("/process/env").toString()).doesNotContain("Mode=a");
    assertThat(spec.at("/mounts").toString())
        .isEqualTo(
            "[{\"destination\":\"C:\\\\data\",\"source\":\"c:\\\\var\\\\data\",\"options\":[\"ro\"]}]");
    assertThat(spec.at("/hostname").asText()).isEqualTo(pod.getHostname());
    assertThat(spec.at("/annotations").path("microsoft.com/hostprocess-container").asText())
        .isEqualTo("true");
    assertThat(spec.at("/windows/resources").toString())
        .isEqualTo(
            "{\"memory\":{\"limit\":1073741824},\"cpu\":{\"maximum\":2500,\"affinity\":[{\"mask\":"
                + "18446744073709551615,\"group\":1}]},\"storage\":{\"sandboxSize\":21474836480}}");
    assertThat(spec.at("/windows/layerFolders/0").asText())
        .isEqualTo("C:\\ProgramData\\muster\\containers\\" + id + "\\scratch");
    assertThat(runtime.status(id).getResources().getWindows().getCpuMaximum()).isEqualTo(2500);
    runtime.remove(id);
  }

  @Test
  void startingOneIsRefusedAndEndsIt() throws Exception {
    Leftovers before = runtime.leftovers();
    String id = runtime.create(sandbox, pod, windows(w -> {}));
    assertThat(runtime.status(id).getState()).isEqualTo(ContainerState.CONTAINER_CREATED);
    StatusRuntimeException refused = refused(() -> runtime.startContainer(id));
    assertThat(refused.getStatus().getCode()).isEqualTo(Code.FAILED_PRECONDITION);
    assertThat(refused.getStatus().getDescription())
        .isEqualTo(
            "container \"%s\" is a Windows container and cannot be started on Linux: run its pod on a"
                    .formatted(id)
                + " Windows node; what such a node's runtime would be given is in "
                + bundles().resolve(id).resolve("config.json"));
    ContainerStatus status = runtime.status(id);
    assertThat(status.getState()).isEqualTo(ContainerState.CONTAINER_EXITED);
    assertThat(status.getExitCode()).isEqualTo(128);
    assertThat(status.getReason()).isEqualTo("StartError");
    runtime.remove(id);
    assertThat(runtime.leftovers()).isEqualTo(before);
  }

  @Test
  void oneThatWasCreatedIsKnownToTheNextRuntime() throws Exception {
    String id = runtime.create(sandbox, pod, windows(w -> {}));
    runtime.restart();
    assertThat(runtime.status(id).getState()).isEqualTo(ContainerState.CONTAINER_CREATED);
    runtime
        .cri()
        .stopContainer(StopContainerRequest.newBuilder().setContainerId(id).setTimeout(5).build());
    assertThat(runtime.status(id).getState()).isEqualTo(ContainerState.CONTAINER_EXITED);
    runtime.remove(id);
    assertThat(bundles().resolve(id)).doesNotExist();
  }

  @Test
  void whatNeedsAProcessIsRefused() {
    String id = runtime.create(sandbox, pod, windows(w -> {}));
    assertThat(refused(() -> runtime.exec(id, "cmd")).getStatus().getCode())
        .isEqualTo(Code.FAILED_PRECONDITION);
    UpdateContainerResourcesRequest.Builder update =
        UpdateContainerResourcesRequest.newBuilder().setContainerId(id);
    update.getLinuxBuilder().setCpuShares(5);
    assertThat(
            refused(() -> runtime.cri().updateContainerResources(update.build()))
                .getStatus()
                .getCode())
        .isEqualTo(Code.FAILED_PRECONDITION);
    assertThat(
            runtime
                .cri()
                .containerStats(ContainerStatsRequest.newBuilder().setContainerId(id).build())
                .getStats()
                .getMemory()
                .hasUsageBytes())
        .isFalse();
    runtime.remove(id);
  }

  @Test
  void whatIsWrongIsRefusedWithItsPlaceAndLeavesNothing() throws Exception {
    Map<String, Consumer<WindowsContainerConfig.Builder>> wrong = new LinkedHashMap<>();
    wrong.put(
        "windows.security_context.credential_spec: $.DomainJoinConfig.Guid: ",
        w ->
            w.getSecurityContextBuilder()
                .setCredentialSpec(
                    GmsaProposal.CREDENTIAL_SPEC.replace("244818ae-", "not-a-guid")));
    wrong.put(
        "windows.security_context.credential_spec: $: is not valid JSON: ",
        w -> w.getSecurityContextBuilder().setCredentialSpec("{"));
    wrong.put(
        "windows.security_context.credential_spec: $: must be an object",
        w -> w.getSecurityContextBuilder().setCredentialSpec("7"));
    wrong.put(
        "windows.security_context.credential_spec: $: must be no longer than 64 KiB",
        w ->
            w.getSecurityContextBuilder()
                .setCredentialSpec(" ".repeat(70_000) + GmsaProposal.CREDENTIAL_SPEC));
    wrong.put(
        "windows.security_context.run_as_username: ",
        w -> w.getSecurityContextBuilder().setRunAsUsername("a\\b\\c"));
    wrong.put(
        "windows.resources.cpu_maximum: 10001 is not between 0 and 10000",
        w -> w.getResourcesBuilder().setCpuMaximum(10_001));
    wrong.put(
        "windows.resources.memory_limit_in_bytes: -1 is not between ",
        w -> w.getResourcesBuilder().setMemoryLimitInBytes(-1));
    wrong.put(
        "windows.resources: cpu_count, cpu_shares and cpu_maximum exclude each other",
        w -> w.getResourcesBuilder().setCpuCount(1).setCpuShares(1));
    Leftovers before = runtime.leftovers();
    List<Path> bundles = bundlesNow();
    for (Map.Entry<String, Consumer<WindowsContainerConfig.Builder>> each : wrong.entrySet()) {
      StatusRuntimeException refused =
          refused(() -> runtime.create(sandbox, pod, windows(each.getValue())));
      assertThat(refused.getStatus().getCode()).isEqualTo(Code.INVALID_ARGUMENT);
      assertThat(refused.getStatus().getDescription()).startsWith(each.getKey());
    }
    PodSandboxConfig.Builder other = runtime.pod();
    other.getWindowsBuilder().getSecurityContextBuilder().setCredentialSpec("{}");
    assertThat(refused(() -> runtime.run(other.build())).getStatus().getDescription())
        .startsWith("windows.security_context.credential_spec: $.CmsPlugins: ");
    assertThat(bundlesNow()).isEqualTo(bundles);
    assertThat(runtime.leftovers()).isEqualTo(before);
  }

  /** The same schema, so that it is not only as strict as one kind of container needs it. */
  @Test
  void aLinuxContainerIsDescribedByTheSpecificationToo() throws Exception {
    ContainerConfig.Builder config = runtime.config("tools", "sleep", "1000");
    config.getLinuxBuilder().getResourcesBuilder().setCpuShares(512).setMemoryLimitInBytes(1 << 28);
    String id = runtime.create(sandbox, pod, config);
    assertThat(OciSchema.faults(written(id))).isEmpty();
    runtime.remove(id);
  }

  @Test
  void theSchemaNoticesWhatTheSpecificationForbids() throws Exception {
    JsonNode config =
        JSON.readTree(
            "{\"ociVersion\":\"1.1.0\",\"process\":{\"cwd\":\"app\",\"args\":[\"a\"]},"
                + "\"windows\":{\"layerFolders\":[],\"credentialSpec\":\"text\"}}");
    assertThat(OciSchema.faults(config))
        .anyMatch(fault -> fault.startsWith("$.process.cwd"))
        .anyMatch(fault -> fault.startsWith("$.windows.layerFolders"))
        .anyMatch(fault -> fault.startsWith("$.windows.credentialSpec"));
  }

  private static List<Path> bundlesNow() throws IOException {
    try (Stream<Path> found = Files.list(bundles())) {
      return found.sorted().toList();
    }
  }

  private static StatusRuntimeException refused(Runnable call) {
    return catchThrowableOfType(StatusRuntimeException.class, call::run);
  }
}
