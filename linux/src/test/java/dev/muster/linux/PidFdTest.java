package dev.muster.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class PidFdTest {
  @Test
  void signalsAndAwaitsTheProcessItOpened() throws Exception {
    Process process = new ProcessBuilder("sleep", "600").start();
    try (PidFd pid = PidFd.open(process.pid())) {
      assertThat(pid.awaitExit(Duration.ZERO)).isFalse();
      pid.signal(15);
      assertThat(pid.awaitExit(Duration.ofSeconds(30))).isTrue();
      assertThat(process.waitFor()).isEqualTo(128 + 15);
      assertThatThrownBy(() -> pid.signal(0))
          .isInstanceOfSatisfying(
              SyscallException.class, e -> assertThat(e.errno()).isEqualTo(Errno.ESRCH));
    } finally {
      process.destroyForcibly();
    }
  }
}
