package dev.muster.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.muster.cri.v1.ContainerConfig;
import dev.muster.cri.v1.ContainerEventResponse;
import dev.muster.cri.v1.ContainerEventType;
import dev.muster.cri.v1.ContainerFilter;
import dev.muster.cri.v1.ContainerState;
import dev.muster.cri.v1.ContainerStateValue;
import dev.muster.cri.v1.GetEventsRequest;
import dev.muster.cri.v1.ListContainersRequest;
import dev.muster.cri.v1.NamespaceMode;
import dev.muster.cri.v1.PodSandboxConfig;
import dev.muster.cri.v1.PodSandboxStatusRequest;
import dev.muster.cri.v1.RuntimeConfigRequest;
import dev.muster.cri.v1.StatusRequest;
import dev.muster.cri.v1.StatusResponse;
import dev.muster.cri.v1.VersionRequest;
import io.grpc.Context;
import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What the runtime tells of itself and of containers: lists and events. */
class RuntimeViewsTest extends SandboxTest {
  @Test
  void theRuntimeTellsWhatItIs() {
    assertThat(runtime.cri().version(VersionRequest.getDefaultInstance()).getRuntimeName())
        .isEqualTo("muster");
    StatusResponse status =
        runtime.cri().status(StatusRequest.newBuilder().setVerbose(true).build());
    assertThat(status.getFeatures().getSupplementalGroupsPolicy()).isTrue();
    assertThat(status.getStatus().getConditionsList())
        .extracting(each -> each.getType() + "=" + each.getStatus())
        .containsExactly("RuntimeReady=true", "NetworkReady=true");
    assertThat(status.getInfoOrThrow("config")).contains("\"handler\":\"runc version");
    assertThat(status.getRuntimeHandlersList()).extracting("name").contains("", "runc");
    assertThat(status.getRuntimeHandlers(0).getFeatures().getRecursiveReadOnlyMounts()).isTrue();
    assertThat(
            runtime
                .cri()
                .runtimeConfig(RuntimeConfigRequest.getDefaultInstance())
                .getLinux()
                .getCgroupDriver()
                .name())
        .isEqualTo("CGROUPFS");
  }

  /** As {@code crictl inspectp} asks. */
  @Test
  void aSandboxTellsWhatItIsMadeOf() throws Exception {
    PodSandboxConfig.Builder config = runtime.pod().clearHostname();
    String plain = runtime.run(config.build());
    JsonNode info = info(plain);
    String name = Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
    assertThat(info.path("pid").asInt()).isZero();
    assertThat(info.at("/runtimeSpec/hostname").asText()).isEqualTo(name);
    assertThat(info.at("/runtimeSpec/linux/namespaces").findValuesAsText("type"))
        .containsExactly("ipc", "network", "uts");
    String id = runtime.running(plain, config.build(), runtime.config("rooted", "sleep", "1000"));
    assertThat(
            runtime.output(
                id, "sh", "-c", "cat /etc/hostname; echo $HOSTNAME; hostname; cat /etc/hosts"))
        .isEqualTo("%1$s\n%1$s\n%1$s\n".formatted(name) + Files.readString(Path.of("/etc/hosts")));
    runtime.removeSandbox(plain);
    PodSandboxConfig.Builder shared = runtime.pod();
    shared
        .getLinuxBuilder()
        .getSecurityContextBuilder()
        .getNamespaceOptionsBuilder()
        .setPid(NamespaceMode.POD);
    String pausing = runtime.run(shared.build());
    info = info(pausing);
    assertThat(Path.of("/proc", info.path("pid").asText(), "comm")).content().isEqualTo("pause\n");
    assertThat(info.at("/runtimeSpec/process/args/0").asText()).isEqualTo("/pause");
    runtime.removeSandbox(pausing);
  }

  private static JsonNode info(String sandbox) throws IOException {
    return new ObjectMapper()
        .readTree(
            runtime
                .cri()
                .podSandboxStatus(
                    PodSandboxStatusRequest.newBuilder()
                        .setPodSandboxId(sandbox)
                        .setVerbose(true)
                        .build())
                .getInfoOrThrow("info"));
  }

  @Test
  void listsAreFiltered() {
    ContainerConfig.Builder config =
        runtime.config("tools", "sleep", "1000").putLabels("tier", "x");
    String id = runtime.create(sandbox, pod, config);
    assertThat(list(ContainerFilter.newBuilder().setId(id.substring(0, 12)))).containsExactly(id);
    assertThat(list(ContainerFilter.newBuilder().setId(id).setPodSandboxId("nope"))).isEmpty();
    assertThat(list(ContainerFilter.newBuilder().putLabelSelector("tier", "x")))
        .containsExactly(id);
    assertThat(list(ContainerFilter.newBuilder().putLabelSelector("tier", "y"))).isEmpty();
    assertThat(
            list(
                ContainerFilter.newBuilder()
                    .setId(id)
                    .setState(
                        ContainerStateValue.newBuilder()
                            .setState(ContainerState.CONTAINER_RUNNING))))
        .isEmpty();
    runtime.remove(id);
  }

  @Test
  void eventsTellTheLifeOfAContainer() throws Exception {
    try (Context.CancellableContext context = Context.current().withCancellation()) {
      Iterator<ContainerEventResponse> events =
          context.call(
              () ->
                  runtime
                      .client()
                      .runtimeWithoutDeadline()
                      .getContainerEvents(GetEventsRequest.getDefaultInstance()));
      PodSandboxConfig other = runtime.pod().build();
      BlockingQueue<ContainerEventResponse> seen = new LinkedBlockingQueue<>();
      Thread.ofVirtual().start(context.wrap(() -> read(events, seen)));
      String box = runtime.run(other);
      // the stream has no first message: make containers until one is told of
      String id = runtime.create(box, other, runtime.config("tools", "sleep", "1000"));
      ContainerEventResponse first = seen.poll(200, TimeUnit.MILLISECONDS);
      while (first == null) {
        runtime.remove(id);
        id = runtime.create(box, other, runtime.config("tools", "sleep", "1000"));
        first = seen.poll(200, TimeUnit.MILLISECONDS);
      }
      runtime.startContainer(id);
      runtime.stop(id, 0);
      runtime.remove(id);
      List<ContainerEventType> types = new ArrayList<>();
      ContainerEventResponse next = first;
      while (true) {
        if (next.getContainerId().equals(id)) {
          types.add(next.getContainerEventType());
          assertThat(next.getPodSandboxStatus().getId()).as("of " + types).isEqualTo(box);
        }
        if (types.contains(ContainerEventType.CONTAINER_DELETED_EVENT)) {
          break;
        }
        next = Objects.requireNonNull(seen.poll(20, TimeUnit.SECONDS), () -> "after " + types);
      }
      assertThat(types)
          .containsExactly(
              ContainerEventType.CONTAINER_CREATED_EVENT,
              ContainerEventType.CONTAINER_STARTED_EVENT,
              ContainerEventType.CONTAINER_STOPPED_EVENT,
              ContainerEventType.CONTAINER_DELETED_EVENT);
      runtime.removeSandbox(box);
    }
  }

  private static void read(
      Iterator<ContainerEventResponse> events, BlockingQueue<ContainerEventResponse> seen) {
    try {
      events.forEachRemaining(seen::add);
    } catch (StatusRuntimeException end) {
      // cancelled
    }
  }

  private static List<String> list(ContainerFilter.Builder filter) {
    return runtime
        .cri()
        .listContainers(ListContainersRequest.newBuilder().setFilter(filter).build())
        .getContainersList()
        .stream()
        .map(dev.muster.cri.v1.Container::getId)
        .toList();
  }
}
