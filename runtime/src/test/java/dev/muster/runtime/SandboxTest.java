package dev.muster.runtime;

import dev.muster.cri.v1.PodSandboxConfig;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** Tests in one sandbox of a runtime, which each class has for itself while it runs. */
abstract class SandboxTest {
  static RunningRuntime runtime;
  static PodSandboxConfig pod;
  static String sandbox;
  private static @Nullable RunningRuntime open;

  @BeforeAll
  static void startRuntime() throws Exception {
    runtime = RunningRuntime.start();
    open = runtime;
    pod = runtime.pod().build();
    sandbox = runtime.run(pod);
  }

  @AfterAll
  static void stopRuntime() throws Exception {
    RunningRuntime started = open;
    open = null;
    if (started != null) {
      started.close();
    }
  }
}
