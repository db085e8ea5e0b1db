package dev.muster.model.types;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What others make of a type stays with it. */
class StructTypeTest {
  private final StructType type = new StructType("example/v1.Thing", false, List.of());

  private record Width(int fields) {}

  private record Label(String name) {}

  private Width width() {
    return type.derived(Width.class, of -> new Width(of.fields().size()));
  }

  private Label label() {
    return type.derived(Label.class, of -> new Label(of.name()));
  }

  @Test
  void oneOfEachClassIsKept() {
    Width width = width();
    Label label = label();
    assertThat(width()).isSameAs(width);
    assertThat(label()).isSameAs(label);
    assertThat(label.name()).isEqualTo("example/v1.Thing");
  }

  @Test
  void whoAsksAtOnceGetsTheSame() throws Exception {
    Set<Object> seen = ConcurrentHashMap.newKeySet();
    CountDownLatch together = new CountDownLatch(16);
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Boolean>> asking =
          IntStream.range(0, 16)
              .mapToObj(
                  i ->
                      threads.submit(
                          () -> {
                            together.countDown();
                            together.await();
                            return seen.add(type.derived(Object.class, of -> new Object()));
                          }))
              .toList();
      for (Future<Boolean> one : asking) {
        one.get();
      }
    }
    assertThat(seen).hasSize(1);
  }
}
