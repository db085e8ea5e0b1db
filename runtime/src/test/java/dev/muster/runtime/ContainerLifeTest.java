package dev.muster.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.cri.v1.ContainerConfig;
import dev.muster.cri.v1.ContainerState;
import dev.muster.cri.v1.ContainerStatus;
import dev.muster.cri.v1.ExecSyncRequest;
import dev.muster.cri.v1.ExecSyncResponse;
import dev.muster.cri.v1.PodSandboxConfig;
import dev.muster.cri.v1.PodSandboxState;
import dev.muster.cri.v1.PodSandboxStatusRequest;
import dev.muster.cri.v1.PodSandboxStatusResponse;
import dev.muster.cri.v1.ReopenContainerLogRequest;
import dev.muster.cri.v1.Signal;
import dev.muster.cri.v1.StopPodSandboxRequest;
import dev.muster.linux.PidFd;
import dev.muster.testing.Await;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The life of containers and sandboxes, as critest looks at it. */
class ContainerLifeTest extends SandboxTest {
  private static final int CONTINUE = 18;
  private static final int STOP = 19;

  @Test
  void aContainerIsCreatedThenRunsThenHasExited() throws Exception {
    ContainerConfig.Builder config = runtime.config("tools", "sh", "-c", "read x; exit 7");
    config
        .setStdin(true)
        .setStdinOnce(true)
        .putLabels("which", "one")
        .putAnnotations("note", "kept");
    String id = runtime.create(sandbox, pod, config);
    assertThat(runtime.status(id).getState()).isEqualTo(ContainerState.CONTAINER_CREATED);
    runtime.startContainer(id);
    ContainerStatus running = runtime.status(id);
    assertThat(running.getState()).isEqualTo(ContainerState.CONTAINER_RUNNING);
    assertThat(running.getStartedAt()).isGreaterThanOrEqualTo(running.getCreatedAt());
    assertThat(running.getAnnotationsMap()).containsEntry("note", "kept");
    assertThat(running.getImage().getImage()).isEqualTo("tools");
    runtime.stop(id, 0);
    ContainerStatus exited = runtime.status(id);
    assertThat(exited.getState()).isEqualTo(ContainerState.CONTAINER_EXITED);
    assertThat(exited.getExitCode()).isEqualTo(137);
    assertThat(exited.getReason()).isEqualTo("Error");
    assertThat(exited.getFinishedAt()).isPositive();
    runtime.remove(id);
    runtime.remove(id);
    assertThatThrownBy(() -> runtime.status(id)).hasMessageContaining("NOT_FOUND");
  }

  @Test
  void exitCodesAndReasonsAreReported() throws Exception {
    String good = runtime.running(sandbox, pod, runtime.config("tools", "sh", "-c", "exit 0"));
    String bad = runtime.running(sandbox, pod, runtime.config("tools", "sh", "-c", "exit 42"));
    assertThat(runtime.ended(good).getReason()).isEqualTo("Completed");
    assertThat(runtime.ended(bad).getExitCode()).isEqualTo(42);
    runtime.remove(good);
    runtime.remove(bad);
  }

  @Test
  void theLogHasOneLineForEachLineAndIsReopened() throws Exception {
    ContainerConfig.Builder config =
        runtime.config(
            "rooted",
            "sh",
            "-c",
            "echo out; echo err >&2; while [ ! -e /tmp/go ]; do sleep 0.05; done; echo again; sleep 1000");
    String id = runtime.running(sandbox, pod, config);
    Path log = Path.of(runtime.status(id).getLogPath());
    assertThat(log).isEqualTo(Path.of(pod.getLogDirectory()).resolve(config.getLogPath()));
    awaitText(log, "stderr F err");
    assertThat(Files.readAllLines(log))
        .allMatch(line -> line.matches("\\d{4}-\\d\\d-\\d\\dT\\S+ (stdout F out|stderr F err)"));
    Path rotated = log.resolveSibling("rotated.log");
    Files.move(log, rotated);
    reopen(id, 20);
    assertThat(log).as("the call returns when the log is open").exists();
    runtime.output(id, "touch", "/tmp/go");
    awaitText(log, "stdout F again");
    assertThat(rotated).content().doesNotContain("again");
    runtime.stop(id, 0);
    assertThatThrownBy(() -> reopen(id, 20)).hasMessageContaining("FAILED_PRECONDITION");
    runtime.remove(id);
  }

  @Test
  void aLogIsReopenedWhenTheCallReturnsAlsoIfConmonIsSlow() throws Exception {
    String id = runtime.running(sandbox, pod, runtime.config("tools", "sleep", "1000"));
    Path conmon = runtime.root.resolve("state/containers").resolve(id).resolve("conmon.pid");
    try (PidFd slow = PidFd.open(Long.parseLong(Files.readString(conmon).strip()))) {
      slow.signal(STOP);
      assertThatThrownBy(() -> reopen(id, 1)).hasMessageContaining("DEADLINE_EXCEEDED");
      slow.signal(CONTINUE);
      for (int i = 0; i < 20; i++) {
        reopen(id, 20);
      }
    }
    runtime.remove(id);
  }

  private static void reopen(String id, int seconds) {
    runtime
        .cri()
        .withDeadlineAfter(seconds, TimeUnit.SECONDS)
        .reopenContainerLog(ReopenContainerLogRequest.newBuilder().setContainerId(id).build());
  }

  @Test
  void commandsRunInAContainerWithTheirOutputAndExitCode() {
    String id = runtime.running(sandbox, pod, runtime.config("tools", "sleep", "1000"));
    ExecSyncResponse both = runtime.exec(id, "sh", "-c", "echo out; echo err >&2; exit 3");
    assertThat(both.getStdout().toStringUtf8()).isEqualTo("out\n");
    assertThat(both.getStderr().toStringUtf8()).isEqualTo("err\n");
    assertThat(both.getExitCode()).isEqualTo(3);
    assertThatThrownBy(() -> runtime.exec(id, "no-such-program"))
        .hasMessageContaining("executable file not found");
    ExecSyncRequest slow =
        ExecSyncRequest.newBuilder()
            .setContainerId(id)
            .addCmd("sleep")
            .addCmd("1000")
            .setTimeout(1)
            .build();
    assertThatThrownBy(() -> runtime.cri().execSync(slow))
        .isInstanceOfSatisfying(
            StatusRuntimeException.class,
            e -> assertThat(e.getStatus().getCode()).isEqualTo(Status.Code.DEADLINE_EXCEEDED));
    assertThat(
            runtime.output(
                id,
                "sh",
                "-c",
                "for p in /proc/[0-9]*; do cat $p/cmdline | tr '\\0' ' '; echo; done"))
        .containsOnlyOnce("sleep 1000");
    assertThat(
            runtime.output(
                id, "sh", "-c", "for p in /proc/[0-9]*; do cat $p/stat; done 2>/dev/null"))
        .as("nothing waits to be reaped")
        .doesNotContain("(sleep) Z");
    ExecSyncResponse much = runtime.exec(id, "sh", "-c", "yes | head -c 20000000");
    assertThat(much.getStdout().size()).isBetween(8_000_000, 16 * 1024 * 1024);
    runtime.remove(id);
  }

  @Test
  void aContainerIsAskedToStopBeforeItIsKilled() throws Exception {
    String polite =
        runtime.running(
            sandbox,
            pod,
            runtime.config(
                "tools", "sh", "-c", "trap 'exit 5' TERM; echo set; while :; do sleep 0.02; done"));
    awaitText(log(polite), "set");
    runtime.stop(polite, 20);
    assertThat(runtime.status(polite).getExitCode()).isEqualTo(5);
    String quits =
        runtime.running(
            sandbox,
            pod,
            runtime
                .config(
                    "tools",
                    "sh",
                    "-c",
                    "trap 'exit 6' USR1; echo set; while :; do sleep 0.02; done")
                .setStopSignal(Signal.SIGUSR1));
    awaitText(log(quits), "set");
    runtime.stop(quits, 20);
    assertThat(runtime.status(quits).getExitCode()).isEqualTo(6);
    String deaf =
        runtime.running(
            sandbox, pod, runtime.config("tools", "sh", "-c", "echo set; exec sleep 1000"));
    awaitText(log(deaf), "set");
    runtime.stop(deaf, 1);
    assertThat(runtime.status(deaf).getExitCode()).isEqualTo(137);
    runtime.remove(polite);
    runtime.remove(quits);
    runtime.remove(deaf);
  }

  /** As critest has it: the shell is not process 1 there, and its child outlives it. */
  @Test
  void aShellInASharedProcessTableEndsWithItsChildren() throws Exception {
    PodSandboxConfig.Builder shared = runtime.pod();
    shared.getLinuxBuilder().clearSecurityContext();
    PodSandboxConfig other = shared.build();
    String box = runtime.run(other);
    ContainerConfig.Builder config =
        runtime.config("tools", "sh", "-c", "echo set; sleep 4321; true").clearLinux();
    String id = runtime.running(box, other, config);
    awaitText(log(id), "set");
    runtime.stop(id, 60);
    assertThat(runtime.status(id).getExitCode()).isEqualTo(143);
    assertThat(
            ProcessHandle.allProcesses()
                .map(each -> each.info().commandLine().orElse(""))
                .filter(line -> line.endsWith("sleep 4321")))
        .isEmpty();
    runtime.removeSandbox(box);
  }

  @Test
  void stoppingASandboxEndsItsContainersAndTwiceIsNoError() {
    PodSandboxConfig other = runtime.pod().build();
    String box = runtime.run(other);
    String id = runtime.running(box, other, runtime.config("tools", "sleep", "1000"));
    StopPodSandboxRequest request = StopPodSandboxRequest.newBuilder().setPodSandboxId(box).build();
    runtime.cri().stopPodSandbox(request);
    runtime.cri().stopPodSandbox(request);
    PodSandboxStatusResponse status =
        runtime
            .cri()
            .podSandboxStatus(PodSandboxStatusRequest.newBuilder().setPodSandboxId(box).build());
    assertThat(status.getStatus().getState()).isEqualTo(PodSandboxState.SANDBOX_NOTREADY);
    assertThat(runtime.status(id).getState()).isEqualTo(ContainerState.CONTAINER_EXITED);
    assertThatThrownBy(() -> runtime.create(box, other, runtime.config("tools", "sleep", "1")))
        .hasMessageContaining("is not ready");
    runtime.removeSandbox(box);
    runtime.removeSandbox(box);
    assertThatThrownBy(() -> runtime.status(id)).hasMessageContaining("NOT_FOUND");
  }

  @Test
  void whatHasEndedHoldsNoMountsAndNoCgroups() throws Exception {
    PodSandboxConfig.Builder own = runtime.pod();
    own.getLinuxBuilder().clearCgroupParent();
    PodSandboxConfig pod = own.build();
    Leftovers before = runtime.leftovers();
    String sandbox = runtime.run(pod);
    String container = runtime.running(sandbox, pod, runtime.config("tools", "sleep", "1000"));
    assertThat(runtime.leftovers().mounts()).hasSizeGreaterThan(before.mounts().size());
    runtime
        .cri()
        .stopPodSandbox(StopPodSandboxRequest.newBuilder().setPodSandboxId(sandbox).build());
    runtime.ended(container);
    assertThat(runtime.leftovers().mounts()).isEqualTo(before.mounts());
    assertThat(dev.muster.runtime.pods.Cgroups.directories("/muster/" + sandbox)).isEmpty();
    runtime.removeSandbox(sandbox);
  }

  @Test
  void aNameIsTakenUntilItsOwnerIsRemoved() {
    assertThatThrownBy(() -> runtime.run(pod)).hasMessageContaining("is reserved for sandbox");
    ContainerConfig.Builder config = runtime.config("tools", "sleep", "1000");
    String id = runtime.create(sandbox, pod, config);
    assertThatThrownBy(() -> runtime.create(sandbox, pod, config))
        .hasMessageContaining("is reserved for container");
    runtime.remove(id);
    runtime.remove(runtime.create(sandbox, pod, config));
  }

  /** Everything is known again, and what ended meanwhile has its exit code. */
  @Test
  void aRestartKnowsAllContainersAgain() throws Exception {
    String stays =
        runtime.running(
            sandbox,
            pod,
            runtime.config("tools", "sh", "-c", "while :; do echo tick; sleep 0.1; done"));
    String waits = runtime.create(sandbox, pod, runtime.config("tools", "sleep", "1000"));
    String ends =
        runtime.running(sandbox, pod, runtime.config("tools", "sh", "-c", "sleep 0.3; exit 9"));
    int pid = runtime.pid(stays);
    runtime.restart();
    assertThat(runtime.pid(stays)).isEqualTo(pid);
    assertThat(runtime.status(stays).getState()).isEqualTo(ContainerState.CONTAINER_RUNNING);
    assertThat(runtime.status(waits).getState()).isEqualTo(ContainerState.CONTAINER_CREATED);
    assertThat(runtime.ended(ends).getExitCode()).isEqualTo(9);
    assertThat(runtime.output(stays, "id", "-u")).isEqualTo("1000\n");
    runtime.startContainer(waits);
    assertThatThrownBy(() -> runtime.run(pod)).hasMessageContaining("is reserved");
    runtime.stop(stays, 0);
    runtime.remove(stays);
    runtime.remove(waits);
    runtime.remove(ends);
  }

  @Test
  void whatAPowerFailureHasTornIsRemovedAtTheNextStart() throws Exception {
    PodSandboxConfig first = runtime.pod().build();
    String torn = runtime.run(first);
    PodSandboxConfig second = runtime.pod().build();
    String whole = runtime.run(second);
    String container = runtime.running(whole, second, runtime.config("tools", "sleep", "60"));
    runtime.stop(container, 0);
    Files.write(runtime.root.resolve("state/sandboxes/" + torn + "/sandbox.json"), new byte[0]);
    Files.write(runtime.root.resolve("state/containers/" + container + "/config.pb"), new byte[0]);
    runtime.restart();
    assertThatThrownBy(() -> sandboxState(torn)).hasMessageContaining("NOT_FOUND");
    assertThatThrownBy(() -> runtime.status(container)).hasMessageContaining("NOT_FOUND");
    assertThat(sandboxState(whole)).isEqualTo(PodSandboxState.SANDBOX_READY);
    assertThat(runtime.run(first)).isNotEqualTo(torn);
  }

  private static PodSandboxState sandboxState(String id) {
    return runtime
        .cri()
        .podSandboxStatus(PodSandboxStatusRequest.newBuilder().setPodSandboxId(id).build())
        .getStatus()
        .getState();
  }

  private static Path log(String id) {
    return Path.of(runtime.status(id).getLogPath());
  }

  private static void awaitText(Path file, String text) throws Exception {
    Await.until(
        "\"" + text + "\" in " + file,
        () -> Files.exists(file) && Files.readString(file).contains(text),
        Boolean::booleanValue);
  }
}
