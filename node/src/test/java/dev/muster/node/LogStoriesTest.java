package dev.muster.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.node.cluster.OnContainerd;
import dev.muster.node.cluster.Stories;
import dev.muster.testing.Await;
import dev.muster.testing.kubectl.Kubectl;
import java.io.BufferedReader;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** {@code kubectl logs}, {@code attach} and {@code exec} at a terminal. */
@ExtendWith(OnContainerd.class)
class LogStoriesTest {
  private final Stories pods;
  private final Kubectl kubectl;

  LogStoriesTest(Stories pods) {
    this.pods = pods;
    this.kubectl = pods.kubectl();
  }

  @Test
  void partsOfALog() {
    pods.run(
        "parts",
        """
        restartPolicy: Never
        containers:
        - {name: loud, image: "muster.test/tools:1", command: [sh, -c, "echo one; sleep 1.1; echo two; echo three"]}
        - {name: soft, image: "muster.test/tools:1", command: [sh, -c, "echo hush"]}
        - {name: late, image: "muster.test/none:1", imagePullPolicy: Never}
        """);
    kubectl.await(
        "pod parts",
        "{.status.containerStatuses[*].state.terminated.reason}"
            + " {.status.containerStatuses[*].state.waiting.reason}",
        "Completed Completed ErrImageNeverPull"::equals);
    assertThat(pods.log("parts", "-c", "soft")).isEqualTo("hush");
    assertThat(pods.log("parts", "-c", "loud")).isEqualTo("one\ntwo\nthree");
    assertThat(pods.log("parts", "-c", "loud", "--tail=2")).isEqualTo("two\nthree");
    assertThat(pods.log("parts", "-c", "loud", "--tail=0")).isEmpty();
    assertThat(pods.log("parts", "-c", "loud", "--limit-bytes=5")).isEqualTo("one\nt");
    assertThat(pods.log("parts", "-c", "loud", "--since=1h")).isEqualTo("one\ntwo\nthree");
    Await.until(
        "lines to be too old",
        () -> pods.log("parts", "-c", "loud", "--since=1s"),
        String::isEmpty);
    List<String> stamped = pods.log("parts", "-c", "loud", "--timestamps").lines().toList();
    // kubectl asks for whole seconds
    String second = stamped.get(1).split(" ")[0];
    assertThat(pods.log("parts", "-c", "loud", "--since-time=" + second)).isEqualTo("two\nthree");
    assertThat(kubectl.run("logs", "parts", "-c", "loud", "--previous").err())
        .contains("previous terminated container \"loud\" in pod \"parts\" not found");
    assertThat(kubectl.run("logs", "parts", "-c", "late").err())
        .contains("container \"late\" in pod \"parts\" is waiting to start: ErrImageNeverPull");
    assertThat(kubectl.run("logs", "parts", "-c", "nobody").err())
        .contains("container nobody is not valid for pod parts");
    pods.gone("parts");
  }

  @Test
  void aLogIsFollowedToItsEnd() throws Exception {
    pods.run(
        "follow",
        """
        restartPolicy: Never
        containers:
        - name: main
          image: muster.test/tools:1
          command: [sh, -c, "echo first; while [ ! -e /tmp/go ]; do sleep 0.05; done; echo last; sleep 0.3"]
        """);
    pods.runs("follow");
    Process follow = kubectl.start("logs", "-f", "follow");
    try (BufferedReader out = follow.inputReader()) {
      assertThat(out.readLine()).isEqualTo("first");
      pods.exec("follow", "touch", "/tmp/go");
      assertThat(out.readLine()).isEqualTo("last");
      assertThat(out.readLine()).isNull();
      assertThat(follow.waitFor(30, TimeUnit.SECONDS)).isTrue();
    } finally {
      follow.destroyForcibly();
    }
    pods.gone("follow");
  }

  /** Beyond ten mebibytes a log is set aside; whoever follows it notices nothing. */
  @Test
  void aLogThatGetsTooLongIsSetAside() throws Exception {
    pods.run(
        "loud",
        """
        restartPolicy: Never
        containers:
        - name: main
          image: muster.test/tools:1
          command:
          - sh
          - -c
          - |
            echo first; while [ ! -e /tmp/loud ]; do sleep 0.05; done
            head -c 11000000 /dev/zero; echo
            while [ ! -e /tmp/last ]; do sleep 0.05; done; echo last; sleep 0.3
        """);
    pods.runs("loud");
    String uid = kubectl.get("pod loud", "{.metadata.uid}");
    Path logs = pods.cluster().directory().resolve("logs/default_loud_" + uid + "/main");
    Process follow = kubectl.start("logs", "-f", "loud");
    try (BufferedReader out = follow.inputReader()) {
      assertThat(out.readLine()).isEqualTo("first");
      pods.exec("loud", "touch", "/tmp/loud");
      assertThat(out.readLine()).hasSize(11_000_000);
      Await.until(
          "the log to be set aside",
          () -> List.of(logs.toFile().list()),
          names -> names.stream().anyMatch(name -> name.matches("0\\.log\\.\\d{8}-\\d{6}")));
      pods.exec("loud", "touch", "/tmp/last");
      assertThat(out.readLine()).isEqualTo("last");
      assertThat(out.readLine()).isNull();
    } finally {
      follow.destroyForcibly();
    }
    // as with a kubelet, only the newest one is shown
    assertThat(pods.log("loud")).isEqualTo("last");
    pods.gone("loud");
  }

  @Test
  void somebodyTalksToTheFirstProcess() {
    pods.run(
        "listen",
        """
        restartPolicy: Never
        containers:
        - name: main
          image: muster.test/tools:1
          stdin: true
          stdinOnce: true
          command: [sh, -c, "while read line; do echo heard $line; done"]
        """);
    pods.runs("listen");
    assertThat(kubectl.piped("one\ntwo\n", "attach", "-i", "listen").out())
        .contains("heard one\nheard two\n");
    kubectl.await("pod listen", "{.status.phase}", "Succeeded"::equals);
    pods.gone("listen");
  }

  @Test
  void aTerminalIsATerminal() {
    pods.run("screen", "containers: [{name: main, image: \"muster.test/tools:1\"}]");
    pods.runs("screen");
    assertThat(
            kubectl.atTerminal(
                "exec", "-it", "screen", "--", "sh", "-c", "[ -t 0 ] && [ -t 1 ] && echo yes"))
        .isEqualTo("yes");
    assertThat(pods.exec("screen", "sh", "-c", "[ -t 0 ] || echo no")).isEqualTo("no");
    pods.gone("screen");
  }
}
