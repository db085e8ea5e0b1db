package dev.muster.node.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.cri.CriClient;
import dev.muster.cri.CriServer;
import dev.muster.cri.v1.ContainerEventResponse;
import dev.muster.cri.v1.PodSandboxMetadata;
import dev.muster.cri.v1.PodSandboxStatus;
import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How often a runtime is asked for everything it runs. */
class RuntimeStatesTest {
  private static final Duration OFTEN = Duration.ofSeconds(1);
  private static final Duration SELDOM = Duration.ofMinutes(1);

  private final SteppedPace pace = new SteppedPace();
  private final BlockingQueue<String> changed = new LinkedBlockingQueue<>();
  @TempDir private Path directory;

  /** What a test does once everything has been looked at for the first time. */
  private interface Story {
    void tell() throws Exception;
  }

  private void with(CountingRuntime runtime, Story story) throws Exception {
    try (CriServer server = CriServer.start(directory.resolve("cri.sock"), List.of(runtime));
        CriClient client = CriClient.connect(server.socket());
        RuntimeStates states =
            new RuntimeStates(new RuntimeCalls(client), changed::add, () -> {}, pace)) {
      states.start();
      assertThat(pace.awaitPause()).isEqualTo(OFTEN);
      story.tell();
    }
  }

  @Test
  void oneThatTellsEventsIsAskedForTheirPodsAndSeldomForAll() throws Exception {
    CountingRuntime runtime = new CountingRuntime(true);
    with(
        runtime,
        () -> {
          StreamObserver<ContainerEventResponse> listener = runtime.awaitListener();
          tell(listener, "a");
          pace.pass(OFTEN);
          assertThat(pace.awaitPause()).isEqualTo(SELDOM);
          int before = runtime.askedForEverything();
          for (String uid : List.of("b", "a", "c", "b")) {
            tell(listener, uid);
          }
          assertThat(runtime.askedForOnePod()).isEqualTo(5);
          assertThat(runtime.askedForEverything()).isEqualTo(before);
          pace.pass(SELDOM);
          assertThat(pace.awaitPause()).isEqualTo(SELDOM);
          assertThat(runtime.askedForEverything()).isEqualTo(before + 1);
        });
  }

  @Test
  void oneWithEventsButNothingToTellIsAskedSeldomAfterFiveSeconds() throws Exception {
    CountingRuntime runtime = new CountingRuntime(true);
    with(
        runtime,
        () -> {
          runtime.awaitListener();
          for (int second = 1; second <= 5; second++) {
            pace.pass(OFTEN);
            assertThat(pace.awaitPause()).as("after %s s", second).isEqualTo(OFTEN);
          }
          pace.pass(OFTEN);
          assertThat(pace.awaitPause()).isEqualTo(SELDOM);
          assertThat(runtime.askedForEverything()).isEqualTo(7);
        });
  }

  @Test
  void oneWhoseEventsEndIsAskedAtOnceAndOftenFromThenOn() throws Exception {
    CountingRuntime runtime = new CountingRuntime(true);
    with(
        runtime,
        () -> {
          StreamObserver<ContainerEventResponse> listener = runtime.awaitListener();
          tell(listener, "a");
          pace.pass(OFTEN);
          assertThat(pace.awaitPause()).isEqualTo(SELDOM);
          listener.onError(Status.UNAVAILABLE.asRuntimeException());
          assertThat(pace.awaitPause()).isEqualTo(OFTEN);
          assertThat(runtime.askedForEverything()).isEqualTo(3);
        });
  }

  @Test
  void oneWithoutEventsIsAskedOften() throws Exception {
    CountingRuntime runtime = new CountingRuntime(false);
    with(
        runtime,
        () -> {
          for (int second = 1; second <= 10; second++) {
            pace.pass(OFTEN);
            assertThat(pace.awaitPause()).as("after %s s", second).isEqualTo(OFTEN);
          }
          assertThat(runtime.askedForEverything()).isGreaterThanOrEqualTo(10);
        });
  }

  /** Returns when the event has been seen to. */
  private void tell(StreamObserver<ContainerEventResponse> listener, String uid)
      throws InterruptedException {
    listener.onNext(
        ContainerEventResponse.newBuilder()
            .setPodSandboxStatus(
                PodSandboxStatus.newBuilder()
                    .setMetadata(PodSandboxMetadata.newBuilder().setUid(uid)))
            .build());
    assertThat(changed.poll(30, TimeUnit.SECONDS)).isEqualTo(uid);
  }
}
