package dev.muster.node.resize;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.codec.Yaml;
import dev.muster.node.containers.PodPaths;
import dev.muster.views.CoreV1.Pod;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What pods were granted, and that a new agent knows it. */
class AllocationsTest {
  @TempDir Path directory;

  private Allocations agent() {
    return new Allocations(new PodPaths(directory, directory));
  }

  private static Pod pod(String cpu) {
    return Pod.of(
        (ObjectNode)
            Yaml.toTree(
                """
                metadata: {uid: u, name: p, namespace: n}
                spec:
                  initContainers:
                  - {name: once, resources: {requests: {cpu: %1$s}}}
                  - {name: side, restartPolicy: Always, resources: {requests: {cpu: %1$s}}}
                  containers: [{name: main, resources: {requests: {cpu: %1$s}}}, {name: bare}]
                """
                    .formatted(cpu)
                    .getBytes(StandardCharsets.UTF_8)));
  }

  private static String cpu(Pod pod, String container) {
    return pod.container(container)
        .orElseThrow()
        .tree()
        .path("resources")
        .path("requests")
        .path("cpu")
        .asText();
  }

  @Test
  void aPodThatNobodyDecidedOnIsAsItAsks() {
    Pod asking = pod("100m");
    assertThat(agent().allocated(asking)).isSameAs(asking);
  }

  @Test
  void aNewAgentKnowsWhatWasGrantedAndGiven() throws IOException {
    Allocations first = agent();
    first.allocate(pod("100m"));
    first.actuate("u", "main", new ResizableResources(100, 0, 0, 0));
    Allocations second = agent();
    Pod granted = second.allocated(pod("200m"));
    assertThat(cpu(granted, "main")).isEqualTo("100m");
    assertThat(cpu(granted, "side")).isEqualTo("100m");
    assertThat(cpu(granted, "once")).as("is not resized").isEqualTo("200m");
    assertThat(second.actuated("u", "main")).contains(new ResizableResources(100, 0, 0, 0));
    assertThat(second.actuated("u", "side")).isEmpty();
    Pod again = pod("100m");
    assertThat(second.allocated(again)).isSameAs(again);
  }

  @Test
  void whatCannotBeWrittenDownIsNotGranted() throws IOException {
    Allocations agent = agent();
    agent.allocate(pod("100m"));
    Path pods = directory.resolve("pods/u");
    Files.delete(pods.resolve("resources"));
    Files.delete(pods);
    Files.createFile(pods);
    assertThatThrownBy(() -> agent.allocate(pod("200m"))).isInstanceOf(IOException.class);
    assertThat(cpu(agent.allocated(pod("200m")), "main")).isEqualTo("100m");
  }

  @Test
  void afterAFileThatIsNoJsonThePodHasWhatItAsks() throws IOException {
    Files.createDirectories(directory.resolve("pods/u"));
    Files.writeString(directory.resolve("pods/u/resources"), "{");
    Pod asking = pod("100m");
    assertThat(agent().allocated(asking)).isSameAs(asking);
  }
}
