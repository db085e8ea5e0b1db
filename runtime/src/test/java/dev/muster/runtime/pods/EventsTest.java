package dev.muster.runtime.pods;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.cri.v1.ContainerEventType;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What listeners hear of many containers at once. */
class EventsTest {
  @Test
  void noEventIsOlderThanOneThatWasToldBefore() throws Exception {
    Events events = new Events();
    List<Long> times = new ArrayList<>();
    events.subscribe((id, sandbox, type, at) -> times.add(at));
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      threads.add(
          Thread.ofPlatform()
              .start(
                  () -> {
                    for (int each = 0; each < 1000; each++) {
                      events.publish("c", "s", ContainerEventType.CONTAINER_STARTED_EVENT);
                    }
                  }));
    }
    for (Thread each : threads) {
      each.join();
    }
    assertThat(times).hasSize(4000).doesNotHaveDuplicates().isSorted();
  }
}
