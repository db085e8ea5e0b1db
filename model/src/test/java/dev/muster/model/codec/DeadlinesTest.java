package dev.muster.model.codec;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.muster.base.deadline.Deadline;
import dev.muster.model.field.At;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class DeadlinesTest {
  @Test
  void readingAndValidatingAskForThem() {
    RuntimeException late = new IllegalStateException("late");
    Deadline past = Deadline.after(Duration.ZERO, () -> late, () -> {});
    byte[] list = "[1]".getBytes(StandardCharsets.UTF_8);
    assertThatThrownBy(() -> past.call(() -> Trees.parse(list))).isSameAs(late);
    At elements = At.root(JsonNodeFactory.instance.arrayNode().add(1));
    assertThatThrownBy(() -> past.call(elements::each)).isSameAs(late);
  }
}
