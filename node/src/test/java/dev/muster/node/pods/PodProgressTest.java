package dev.muster.node.pods;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.views.CoreV1.Pod;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** A pod goes from state to state and never back, whoever moves it. */
class PodProgressTest {
  private static final PodEnd.Evicted EVICTED =
      new PodEnd.Evicted(new Eviction("no room", 1, true, Map.of()), Instant.EPOCH);

  private final AtomicInteger freed = new AtomicInteger();

  private PodProgress of(String phase) {
    ObjectNode tree = JsonNodeFactory.instance.objectNode();
    tree.putObject("status").put("phase", phase);
    return new PodProgress(Pod.of(tree), freed::incrementAndGet);
  }

  private static PodWorkerState end(PodProgress progress, PodEnd why) {
    if (progress.state() instanceof PodWorkerState.Syncing syncing) {
      progress.move(syncing, syncing.end(why));
    }
    return progress.state();
  }

  @Test
  void takesRoomUntilItIsSilent() {
    PodProgress pod = of("Running");
    PodWorkerState.Ending ending = (PodWorkerState.Ending) end(pod, new PodEnd.Deleted());
    assertThat(ending.isOver()).isFalse();
    assertThat(freed).hasValue(0);
    pod.move(ending, ending.silent());
    assertThat(pod.state().isOver()).isTrue();
    assertThat(freed).hasValue(1);
    PodWorkerState.Silent silent = (PodWorkerState.Silent) pod.state();
    pod.move(silent, silent.release());
    assertThat(pod.isReleased()).isTrue();
    PodWorkerState.Released released = (PodWorkerState.Released) pod.state();
    pod.move(released, released.remove());
    assertThat(pod.isGone()).isTrue();
    assertThat(freed).hasValue(1);
  }

  @Test
  void whatHasFinishedTakesNoRoomAndHasItsLastPhase() {
    PodWorkerState ending = end(of("Running"), new PodEnd.Finished());
    assertThat(ending.isOver()).isTrue();
    assertThat(ending.takesRoom()).isFalse();
    assertThat(freed).hasValue(1);
    assertThat(of("Succeeded").state()).isEqualTo(ending);
    assertThat(freed).hasValue(1);
  }

  @Test
  void aWorkerThatComesLateDoesNotUndoAnEviction() {
    PodProgress pod = of("Running");
    PodWorkerState.Syncing before = (PodWorkerState.Syncing) pod.state();
    assertThat(pod.evict(EVICTED)).isTrue();
    assertThat(pod.move(before, before.end(new PodEnd.Finished()))).isFalse();
    assertThat(pod.state()).isEqualTo(new PodWorkerState.Ending(EVICTED));
    assertThat(pod.evict(EVICTED)).isFalse();
  }

  @Test
  void onlyWhatItsOwnerDeletesCanBeEvictedWhileItEnds() {
    PodProgress deleted = of("Running");
    end(deleted, new PodEnd.Deleted());
    assertThat(deleted.evict(EVICTED)).isTrue();
    PodProgress late = of("Running");
    end(late, new PodEnd.DeadlineExceeded());
    assertThat(late.evict(EVICTED)).isFalse();
    assertThat(of("Failed").evict(EVICTED)).isFalse();
  }

  @Test
  void aRejectedPodTakesNoRoomAndIsNotRejectedAfterItsEndBegan() {
    PodEnd.Rejected rejected = new PodEnd.Rejected(JsonNodeFactory.instance.objectNode());
    PodProgress pod = of("Pending");
    pod.reject(rejected);
    assertThat(pod.state().takesRoom()).isFalse();
    assertThat(pod.state().why()).contains(rejected);
    PodProgress evicted = of("Pending");
    evicted.evict(EVICTED);
    evicted.reject(rejected);
    assertThat(evicted.state().why()).contains(EVICTED);
  }

  @Test
  void anEvictionIsToldOnce() {
    ObjectNode status = JsonNodeFactory.instance.objectNode();
    status.putArray("conditions");
    EVICTED.tell(status);
    EVICTED.tell(status);
    assertThat(status.path("phase").asText()).isEqualTo("Failed");
    assertThat(status.path("reason").asText()).isEqualTo("Evicted");
    assertThat(status.path("conditions")).hasSize(1);
  }
}
