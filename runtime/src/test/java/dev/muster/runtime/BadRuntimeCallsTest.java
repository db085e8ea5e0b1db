package dev.muster.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.StatusRuntimeException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Requests that cannot be: each has the right code, and none leaves anything behind. */
class BadRuntimeCallsTest extends SandboxTest {
  private static String container;

  @BeforeAll
  static void start() {
    container = runtime.running(sandbox, pod, runtime.config("rooted", "sleep", "1000"));
  }

  @Test
  void sandboxesThatCannotBeAreRefusedAndLeaveNothing() throws Exception {
    refused(BadSandboxes.calls(runtime), 20);
  }

  @Test
  void containersThatCannotBeAreRefusedAndLeaveNothing() throws Exception {
    refused(BadContainers.calls(runtime, pod, sandbox, container), 35);
  }

  @Test
  void callsAboutWhatIsNotThereAreRefusedAndLeaveNothing() throws Exception {
    refused(BadIds.calls(sandbox, container), 25);
  }

  private static void refused(Map<String, Bad> all, int atLeast) throws Exception {
    Leftovers before = runtime.leftovers();
    Map<String, String> wrong = new LinkedHashMap<>();
    all.forEach(
        (name, bad) -> {
          String got = "OK";
          try {
            bad.call().accept(runtime.cri());
          } catch (StatusRuntimeException e) {
            got = e.getStatus().getCode() + ": " + e.getStatus().getDescription();
          }
          if (!got.startsWith(bad.code() + ":")) {
            wrong.put(name, got);
          }
        });
    assertThat(wrong).isEmpty();
    assertThat(all).hasSizeGreaterThanOrEqualTo(atLeast);
    assertThat(runtime.leftovers()).isEqualTo(before);
  }
}
