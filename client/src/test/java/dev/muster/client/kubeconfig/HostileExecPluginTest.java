package dev.muster.client.kubeconfig;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Programs for credentials that do not end, or leave others behind that hold what they print to.
 */
@Timeout(60)
class HostileExecPluginTest {
  private static final Duration PATIENCE = Duration.ofSeconds(1);

  @TempDir Path directory;

  @Test
  void endsWithAllThatItHasStarted() throws Exception {
    assertThatThrownBy(() -> plugin("sleep 100 & echo $! > started; wait").run(PATIENCE))
        .hasMessage("exec: executable /bin/sh does not end within 1 s");
    long started = Long.parseLong(Files.readString(directory.resolve("started")).strip());
    ProcessHandle.of(started)
        .ifPresent(process -> process.onExit().orTimeout(30, TimeUnit.SECONDS).join());
  }

  @Test
  void isNotWaitedForThroughWhatItLeavesBehind() throws Exception {
    assertThatThrownBy(() -> plugin("sleep 100 & echo $! > left; sleep 0.2").run(PATIENCE))
        .isInstanceOf(IOException.class);
    long left = Long.parseLong(Files.readString(directory.resolve("left")).strip());
    assertThat(ProcessHandle.of(left).orElseThrow().destroyForcibly()).isTrue();
  }

  private ExecPlugin plugin(String script) {
    return new ExecPlugin(
        "client.authentication.k8s.io/v1",
        List.of("/bin/sh", "-c", "cd \"$0\"; " + script, directory.toString()),
        Map.of(),
        JsonNodeFactory.instance.objectNode(),
        false,
        "");
  }
}
