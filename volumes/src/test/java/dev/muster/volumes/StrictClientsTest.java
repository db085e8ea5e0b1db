package dev.muster.volumes;

import static dev.muster.volumes.TestNode.pod;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.linux.Mounts;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The clients of the file mode bits proposal, as the unprivileged user nobody: ssh, which refuses a
 * key of its own that others may read, and psql, which refuses any password file that others may.
 */
class StrictClientsTest {
  private static final int NOBODY = 65534;
  private static final List<String> AS_NOBODY =
      List.of(
          "setpriv", "--reuid=" + NOBODY, "--regid=" + NOBODY, "--clear-groups", "--no-new-privs");

  @TempDir Path temp;
  private TestNode node;
  private Path seen;

  @BeforeEach
  void start() throws Exception {
    Files.setAttribute(temp, "unix:mode", 0755);
    node = new TestNode(Files.createDirectory(temp.resolve("node")));
    seen = Files.createDirectory(temp.resolve("seen"));
  }

  @AfterEach
  void close() throws Exception {
    Unmounting.detachAll(seen);
    node.close();
  }

  /** The volume where the container would see it. */
  private void mount(boolean exact, String owner) throws Exception {
    ObjectNode pod = pod("{'name': 'v', 'secret': {'secretName': 'keys', 'defaultMode': 256}}");
    ((ObjectNode) pod.at("/spec/securityContext")).put("fsGroup", (long) NOBODY);
    ObjectNode annotations = (ObjectNode) pod.at("/metadata/annotations");
    annotations.put("exact-mode.volumes.muster.dev/v", Boolean.toString(exact));
    annotations.put("file-owner.volumes.muster.dev/v", owner);
    node.setUp(pod);
    Unmounting.detachAll(seen);
    Mounts.bind(node.volume("secret", "v"), seen);
  }

  @Test
  void sshTakesAKeyOfItsUserOnlyInTheExactMode() throws Exception {
    run(
        List.of(
            "ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", temp.resolve("id").toString()));
    node.secret("keys", "id", Files.readString(temp.resolve("id")));
    run(
        List.of(
            "ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", temp.resolve("host").toString()));
    int port = freePort();
    Path config =
        Files.writeString(
            temp.resolve("sshd.conf"),
            """
            ListenAddress 127.0.0.1:%2$d
            HostKey %1$s/host
            AuthorizedKeysFile %1$s/id.pub
            StrictModes no
            PermitRootLogin yes
            PidFile none
            UsePAM no
            """
                .formatted(temp, port));
    Path separation = Path.of("/run/sshd");
    boolean made = Files.notExists(separation) && separation.toFile().mkdir();
    Process server =
        new ProcessBuilder("/usr/sbin/sshd", "-D", "-e", "-f", config.toString())
            .redirectErrorStream(true)
            .redirectOutput(temp.resolve("sshd.log").toFile())
            .start();
    try {
      mount(false, Integer.toString(NOBODY));
      assertThat(ssh(port)).contains("UNPROTECTED PRIVATE KEY FILE").doesNotContain("let in");
      mount(true, Integer.toString(NOBODY));
      assertThat(ssh(port)).contains("let in");
    } finally {
      server.destroy();
      server.waitFor();
      if (made) {
        Files.delete(separation);
      }
    }
  }

  private static int freePort() throws Exception {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  /** As soon as the server answers. */
  private String ssh(int port) throws Exception {
    List<String> command =
        asNobody(
            "ssh",
            "-F",
            "none",
            "-i",
            seen.resolve("id").toString(),
            "-p",
            Integer.toString(port),
            "-o",
            "BatchMode=yes",
            "-o",
            "StrictHostKeyChecking=no",
            "-o",
            "UserKnownHostsFile=/dev/null",
            "root@127.0.0.1",
            "echo let in");
    String answer;
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    do {
      answer = output(command);
    } while (answer.contains("Connection refused") && System.nanoTime() < deadline);
    return answer;
  }

  @Test
  void psqlTakesAPasswordFileOnlyInTheExactMode() throws Exception {
    node.secret("keys", "pgpass", "*:*:*:*:open sesame");
    Path data = temp.resolve("pg");
    Files.createDirectory(data);
    Files.setAttribute(data, "unix:uid", NOBODY);
    Path password = Files.writeString(temp.resolve("password"), "open sesame\n");
    String bin = postgres();
    run(
        asNobody(
            bin + "/initdb",
            "--no-sync",
            "-U",
            "app",
            "-A",
            "scram-sha-256",
            "--pwfile=" + password,
            "-D",
            data + "/db"));
    Process server =
        new ProcessBuilder(
                asNobody(bin + "/postgres", "-D", data + "/db", "-h", "", "-k", data.toString()))
            .redirectErrorStream(true)
            .redirectOutput(temp.resolve("pg.log").toFile())
            .start();
    try {
      mount(false, "");
      assertThat(psql(data)).contains("has group or world access").doesNotContain("let in");
      mount(true, Integer.toString(NOBODY));
      assertThat(psql(data)).contains("let in");
    } finally {
      server.destroy();
      assertThat(server.waitFor(30, TimeUnit.SECONDS)).isTrue();
    }
  }

  /** As soon as the server answers. */
  private String psql(Path data) throws Exception {
    String answer;
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    do {
      answer =
          output(
              asNobody(
                  "env",
                  "PGPASSFILE=" + seen.resolve("pgpass"),
                  "psql",
                  "-w",
                  "-h",
                  data.toString(),
                  "-U",
                  "app",
                  "-d",
                  "postgres",
                  "-tc",
                  "select 'let in'"));
    } while ((answer.contains("No such file") || answer.contains("starting up"))
        && System.nanoTime() < deadline);
    return answer;
  }

  private static String postgres() throws Exception {
    try (var versions = Files.list(Path.of("/usr/lib/postgresql"))) {
      return versions.sorted().toList().getLast() + "/bin";
    }
  }

  private static List<String> asNobody(String... command) {
    List<String> all = new ArrayList<>(AS_NOBODY);
    all.addAll(List.of(command));
    return all;
  }

  private static void run(List<String> command) throws Exception {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
  }

  private static String output(List<String> command) throws Exception {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    process.waitFor();
    return output;
  }
}
