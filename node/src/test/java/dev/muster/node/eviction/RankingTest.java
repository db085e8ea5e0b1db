package dev.muster.node.eviction;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.linux.DiskUsage;
import dev.muster.node.pressure.Signal;
import dev.muster.views.CoreV1.Pod;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Who goes first. */
class RankingTest {
  private final List<Pod> pods = new ArrayList<>();
  private final Map<String, PodUsage> usage = new HashMap<>();

  private void pod(String name, int priority, String memory, PodUsage used) {
    ObjectNode tree = JsonNodeFactory.instance.objectNode();
    tree.putObject("metadata").put("name", name).put("uid", name);
    ObjectNode spec = tree.putObject("spec").put("priority", priority);
    spec.putArray("containers")
        .addObject()
        .put("name", "main")
        .putObject("resources")
        .putObject("requests")
        .put("memory", memory)
        .put("ephemeral-storage", "1Ki");
    pods.add(Pod.of(tree));
    usage.put(name, used);
  }

  private static PodUsage use(long memory, long root, long volume, long processes) {
    return new PodUsage(
        List.of(
            new PodUsage.ContainerUsage("main", new DiskUsage(root, 1), DiskUsage.NONE, memory)),
        Map.of("disk", new DiskUsage(volume, 2), "memory", new DiskUsage(1 << 20, 1)),
        List.of("disk"),
        processes);
  }

  private List<String> order(Signal signal, boolean imageFs) {
    return new Ranking(usage, imageFs).of(pods, signal).stream().map(Pod::name).toList();
  }

  @Test
  void thoseBeyondWhatTheyAskedForThenLowPrioritiesThenTheGreediest() {
    pod("within", 0, "1000", use(900, 0, 0, 0));
    pod("important", 10, "100", use(900, 0, 0, 0));
    pod("little", 0, "100", use(200, 0, 0, 0));
    pod("much", 0, "100", use(300, 0, 0, 0));
    pod("unknown", 50, "100", use(0, 0, 0, 0));
    usage.remove("unknown");
    assertThat(order(Signal.MEMORY_AVAILABLE, false))
        .containsExactly("unknown", "much", "little", "important", "within");
  }

  @Test
  void onADiskCountsWhatIsOnIt() {
    pod("layer", 0, "1", use(0, 9_000, 2_000, 0));
    pod("volume", 0, "1", use(0, 2_000, 8_000, 0));
    assertThat(order(Signal.NODE_FS_AVAILABLE, false)).containsExactly("layer", "volume");
    assertThat(order(Signal.NODE_FS_AVAILABLE, true)).containsExactly("volume", "layer");
    assertThat(order(Signal.IMAGE_FS_AVAILABLE, true)).containsExactly("layer", "volume");
  }

  @Test
  void processesAreRankedByPriorityAndNumber() {
    pod("important", 10, "1", use(0, 0, 0, 900));
    pod("few", 0, "1", use(0, 0, 0, 1));
    pod("many", 0, "1", use(0, 0, 0, 100));
    assertThat(order(Signal.PID_AVAILABLE, false)).containsExactly("many", "few", "important");
  }
}
