package dev.muster.cli.pods;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.testing.kubectl.Kubectl;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Another user of the machine looks for something to read: in a data directory that was open to all
 * when the cluster began to use it, after pods with secrets were run, asked and kept.
 */
class HostileLocalUserTest {
  private static final String IMAGE = "muster.local/host-tools:1";

  /** Says of each path that it is given what can be done to it. */
  private static final String LOOK =
      "while IFS= read -r f; do { [ -r \"$f\" ] || [ -w \"$f\" ]; } && printf '%s\\n' \"$f\"; done;"
          + " true";

  @TempDir Path directory;

  private static void open(Path directory) throws IOException {
    Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  @Test
  void nothingBelowTheDataDirectoryIsForOthers() throws Exception {
    open(directory);
    Path data = Files.createDirectories(directory.resolve("data"));
    Path old = Files.createDirectories(data.resolve("runtime/containers/old"));
    for (String each : List.of("", "runtime", "runtime/containers", "runtime/containers/old")) {
      open(data.resolve(each));
    }
    Files.writeString(old.resolve("config.json"), "{\"env\": \"hush\"}");
    assertThat(seenByNobody(List.of(old.resolve("config.json")))).as("before").hasSize(1);

    RunningUp up = RunningUp.start(directory);
    try {
      live(up.kubectl());
      List<Path> all = below(data);
      List<Path> shown = below(shown(data));
      assertThat(all).anyMatch(path -> path.endsWith("config.json"));
      assertThat(shown).as("the root of a pod with its own users").isNotEmpty();
      all.addAll(shown);
      assertThat(seenByNobody(all)).isEmpty();
      assertThat(seenByNobody(List.of(data))).isEmpty();
      up.cluster().stop(true);
      assertThat(seenByNobody(below(data))).as("while nothing is served").isEmpty();
      up = RunningUp.start(directory);
      assertThat(up.kubectl().run("exec", "own-users", "--", "cat", "/secret/key").ok())
          .isEqualTo("hush");
      assertThat(seenByNobody(below(data))).as("after a restart").isEmpty();
    } finally {
      up.cluster().stop(false);
    }
  }

  private static void live(Kubectl kubectl) {
    kubectl
        .piped(
            """
            apiVersion: v1
            kind: Secret
            metadata: {name: s}
            stringData: {key: hush}
            ---
            apiVersion: v1
            kind: Pod
            metadata: {name: plain}
            spec:
              terminationGracePeriodSeconds: 1
              securityContext: {runAsUser: 1000}
              volumes: [{name: secret, secret: {secretName: s}}, {name: scratch, emptyDir: {}}]
              containers:
              - name: c
                image: %1$s
                env: [{name: KEY, valueFrom: {secretKeyRef: {name: s, key: key}}}]
                command: [sh, -c, "echo $KEY; echo $KEY > /scratch/x; exec sleep 1000"]
                volumeMounts: [{name: secret, mountPath: /secret}, {name: scratch, mountPath: /scratch}]
            ---
            apiVersion: v1
            kind: Pod
            metadata: {name: own-users}
            spec:
              hostUsers: false
              terminationGracePeriodSeconds: 1
              securityContext: {runAsUser: 1000}
              volumes: [{name: secret, secret: {secretName: s}}]
              containers:
              - name: c
                image: %1$s
                command: [sleep, "1000"]
                volumeMounts: [{name: secret, mountPath: /secret}]
            """
                .formatted(IMAGE),
            "apply",
            "-f",
            "-")
        .ok();
    kubectl
        .run("wait", "--for=condition=Ready", "pod/plain", "pod/own-users", "--timeout=90s")
        .ok();
    assertThat(kubectl.run("logs", "plain").ok().strip()).isEqualTo("hush");
    for (String pod : List.of("plain", "own-users")) {
      assertThat(
              kubectl
                  .run(
                      "exec",
                      pod,
                      "--",
                      "sh",
                      "-c",
                      "head -c4 /etc/hosts >/dev/null && cat /secret/key")
                  .ok())
          .isEqualTo("hush");
    }
  }

  /** Where pods with their own users find what is theirs. */
  private static Path shown(Path data) {
    String runtime = data.toAbsolutePath().resolve("runtime").toString();
    return Path.of("/run/muster", Integer.toHexString(runtime.hashCode()));
  }

  private static List<Path> below(Path directory) throws IOException {
    List<Path> found = new ArrayList<>();
    Process find =
        new ProcessBuilder("find", directory.toString(), "-mindepth", "1", "!", "-type", "l")
            .redirectErrorStream(false)
            .redirectError(ProcessBuilder.Redirect.DISCARD) // what ends meanwhile
            .start();
    try (Stream<String> lines = find.inputReader(StandardCharsets.UTF_8).lines()) {
      lines.map(Path::of).forEach(found::add);
    }
    return found;
  }

  private static List<String> seenByNobody(List<Path> paths) throws IOException {
    Process nobody =
        new ProcessBuilder(
                "setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "sh", "-c", LOOK)
            .directory(Path.of("/").toFile())
            .redirectErrorStream(true)
            .start();
    Thread giving =
        Thread.ofVirtual()
            .start(
                () -> {
                  try (OutputStream in = nobody.getOutputStream()) {
                    for (Path each : paths) {
                      in.write((each + "\n").getBytes(StandardCharsets.UTF_8));
                    }
                  } catch (IOException e) {
                    throw new IllegalStateException(e);
                  }
                });
    try (Stream<String> lines = nobody.inputReader(StandardCharsets.UTF_8).lines()) {
      List<String> seen = lines.toList();
      giving.join();
      assertThat(nobody.waitFor()).isZero();
      return seen;
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
