package dev.muster.client.events;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.views.CoreV1.MutableObjectReference;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Few events are written, however many there are. */
class EventCorrelatorTest {
  private final EventCorrelator correlator = new EventCorrelator();
  private Instant now = Instant.parse("2026-01-01T00:00:00Z");

  private Optional<EventCorrelator.Correlated> seen(String object, String message) {
    return seen(object, message, "Reason");
  }

  private Optional<EventCorrelator.Correlated> seen(String object, String message, String reason) {
    return correlator.correlate(
        new Sighting(
            MutableObjectReference.create().name(object).resourceVersion(message),
            EventType.NORMAL,
            reason,
            message,
            Map.of()),
        now);
  }

  @Test
  void theSameEventOfAnotherVersionHasTheSameKey() {
    assertThat(seen("a", "m").orElseThrow().key()).isEqualTo(seen("a", "m").orElseThrow().key());
  }

  @Test
  void manyMessagesOfOneKindAreCombined() {
    for (int i = 1; i < 10; i++) {
      assertThat(seen("a", "m" + i).orElseThrow().event().message()).isEqualTo("m" + i);
    }
    EventCorrelator.Correlated tenth = seen("a", "m10").orElseThrow();
    assertThat(tenth.event().message()).isEqualTo("(combined from similar events): m10");
    assertThat(tenth.key()).isEqualTo(seen("a", "m11").orElseThrow().key());
    now = now.plus(Duration.ofSeconds(601));
    assertThat(seen("a", "later").orElseThrow().event().message()).isEqualTo("later");
  }

  @Test
  void anObjectWithTooManyIsSilentForAWhileAndOthersAreNot() {
    for (int i = 0; i < 25; i++) {
      assertThat(seen("a", "m")).isPresent();
    }
    assertThat(seen("a", "m")).isEmpty();
    assertThat(seen("b", "m")).isPresent();
    assertThat(seen("a", "m", "Another")).isPresent();
    now = now.plus(Duration.ofSeconds(301));
    assertThat(seen("a", "m")).isPresent();
    assertThat(seen("a", "m")).isEmpty();
  }
}
