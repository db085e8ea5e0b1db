package dev.muster.controllers.podgc;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.controllers.objects.Meta;
import dev.muster.controllers.tree.JsonText;
import java.util.List;
import org.junit.jupiter.api.Test;

class EndedPodsTest {
  private static ObjectNode pod(String name, String phase, String reason, int hour) {
    return JsonText.of(
        "{metadata: {name: '%s', creationTimestamp: '2026-01-01T0%d:00:00Z'}, status: {phase: '%s', reason: '%s'}}"
            .formatted(name, hour, phase, reason));
  }

  @Test
  void evictedOnesGoFirstThenTheOldest() {
    List<ObjectNode> pods =
        List.of(
            pod("runs", "Running", "", 0),
            pod("new", "Succeeded", "", 3),
            pod("old", "Failed", "", 1),
            pod("evicted", "Failed", "Evicted", 4));
    assertThat(EndedPods.surplus(pods, 1)).extracting(Meta::name).containsExactly("evicted", "old");
    assertThat(EndedPods.surplus(pods, 3)).isEmpty();
  }
}
