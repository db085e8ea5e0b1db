package dev.muster.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.views.CoreV1.Pod;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Whose turn it is, and who waits for what. Times are milliseconds. */
class SchedulingQueueTest {
  private static final Set<ClusterEvent> ROOM =
      EnumSet.of(ClusterEvent.NODE_CHANGED, ClusterEvent.POD_LEFT);

  private final SchedulingQueue queue = new SchedulingQueue();

  private static Pod pod(String name, long priority, String created) {
    ObjectNode tree = JsonNodeFactory.instance.objectNode();
    tree.putObject("metadata")
        .put("name", name)
        .put("namespace", "n")
        .put("uid", name)
        .put("creationTimestamp", created);
    tree.putObject("spec").put("priority", priority);
    return Pod.of(tree);
  }

  private void add(String name) {
    queue.add(pod(name, 0, "2026-01-01T00:00:00Z"));
  }

  private List<String> drain(long now) {
    List<String> all = new ArrayList<>();
    while (true) {
      var next = queue.poll(now);
      if (next.isEmpty()) {
        return all;
      }
      all.add(next.get());
    }
  }

  private void tryInVain(String name, Set<ClusterEvent> helpful, long now) {
    assertThat(queue.poll(now)).contains(name);
    queue.unschedulable(name, helpful, now);
  }

  @Test
  void theImportantComeFirstThenTheOldest() {
    queue.add(pod("young", 0, "2026-01-02T00:00:00Z"));
    queue.add(pod("old", 0, "2026-01-01T00:00:00Z"));
    queue.add(pod("important", 5, "2026-01-03T00:00:00Z"));
    assertThat(drain(0)).containsExactly("important", "old", "young");
  }

  @Test
  void whoNeverFitsKeepsNobodyWaiting() {
    add("a");
    tryInVain("a", ROOM, 0);
    queue.move(ClusterEvent.POD_LEFT, 2_000);
    add("b");
    assertThat(drain(2_000)).containsExactly("b", "a");
  }

  @Test
  void onlyWhatMayHelpMovesAPod() {
    add("a");
    tryInVain("a", ROOM, 0);
    queue.move(ClusterEvent.NAMESPACE_CHANGED, 5_000);
    queue.move(ClusterEvent.POD_PLACED, 5_000);
    assertThat(drain(5_000)).isEmpty();
    queue.move(ClusterEvent.POD_LEFT, 5_000);
    assertThat(drain(5_000)).containsExactly("a");
  }

  @Test
  void backOffGrowsFromOneSecondToTenAndOthersGoFirst() {
    add("a");
    long now = 0;
    for (long pause : new long[] {1_000, 2_000, 4_000, 8_000, 10_000, 10_000}) {
      tryInVain("a", ROOM, now);
      queue.move(ClusterEvent.NODE_CHANGED, now);
      assertThat(queue.nextDue()).hasValue(now + pause);
      add("other");
      assertThat(queue.poll(now)).contains("other");
      queue.remove("other");
      now += pause;
    }
  }

  @Test
  void whoBacksOffIsTriedAtOnceIfNobodyElseWaits() {
    add("a");
    tryInVain("a", ROOM, 0);
    queue.move(ClusterEvent.POD_LEFT, 1);
    assertThat(drain(1)).containsExactly("a");
  }

  @Test
  void afterAnErrorABackOffIsKept() {
    add("a");
    assertThat(queue.poll(0)).contains("a");
    queue.failed("a", 0);
    assertThat(drain(999)).isEmpty();
    assertThat(drain(1_000)).containsExactly("a");
  }

  @Test
  void whatHappensWhileAPodIsTriedIsNotMissed() {
    add("a");
    assertThat(queue.poll(0)).contains("a");
    queue.move(ClusterEvent.POD_LEFT, 0);
    queue.unschedulable("a", ROOM, 0);
    assertThat(drain(1)).containsExactly("a");
  }

  @Test
  void aPodThatChangesWhileItIsTriedIsTriedAgain() {
    add("a");
    assertThat(queue.poll(0)).contains("a");
    add("a");
    queue.unschedulable("a", ROOM, 0);
    assertThat(drain(0)).containsExactly("a");
  }

  @Test
  void afterFiveMinutesAPodIsTriedWhateverHappened() {
    add("a");
    tryInVain("a", ROOM, 0);
    assertThat(drain(299_999)).isEmpty();
    assertThat(drain(300_000)).containsExactly("a");
  }

  @Test
  void whatIsGoneIsNowhere() {
    add("a");
    add("b");
    tryInVain("a", ROOM, 0);
    queue.remove("a");
    queue.remove("b");
    queue.move(ClusterEvent.POD_LEFT, 0);
    assertThat(drain(1_000_000)).isEmpty();
    assertThat(queue.nextDue()).isEmpty();
  }
}
