package dev.muster.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.node.cluster.OnContainerd;
import dev.muster.node.cluster.Stories;
import dev.muster.testing.Await;
import dev.muster.testing.HostCommand;
import dev.muster.testing.images.ImageArchive;
import dev.muster.testing.images.Rootfs;
import dev.muster.testing.kubectl.Kubectl;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Programs that insist on files nobody else can read, in containers that are not root's. */
@ExtendWith(OnContainerd.class)
class StrictClientsStoriesTest {
  private static final int NOBODY = 65534;

  @TempDir static Path directory;

  private final Stories pods;
  private final Kubectl kubectl;

  StrictClientsStoriesTest(Stories pods) {
    this.pods = pods;
    this.kubectl = pods.kubectl();
  }

  @BeforeAll
  static void image(Stories pods) throws Exception {
    Files.setAttribute(directory, "unix:mode", 0755);
    Path clients = directory.resolve("clients");
    Rootfs.add(clients, List.of(Path.of("/usr/bin/ssh"), Path.of(postgres() + "/psql")));
    Files.createDirectories(clients.resolve("etc/ssh"));
    ImageArchive images = new ImageArchive(directory);
    pods.containerd()
        .load(
            images
                .add(
                    "muster.test/clients:1",
                    "alice",
                    images.layer(Rootfs.tools(directory.resolve("tools"))),
                    images.layer(clients))
                .archive(directory.resolve("clients.tar")));
  }

  private static String postgres() throws Exception {
    try (Stream<Path> versions = Files.list(Path.of("/usr/lib/postgresql"))) {
      return versions.sorted().toList().getLast() + "/bin";
    }
  }

  /** Runs a command as alice, with a secret below {@code /keys}; gives what it printed. */
  private String run(String name, boolean exact, String secret, String command) {
    kubectl.apply(
        """
        apiVersion: v1
        kind: Pod
        metadata:
          name: %1$s
          annotations:
            exact-mode.volumes.muster.dev/keys: "%2$s"
            file-owner.volumes.muster.dev/keys: "1000:1000"
        spec:
          hostNetwork: true
          restartPolicy: Never
          terminationGracePeriodSeconds: 1
          securityContext: {runAsUser: 1000, runAsGroup: 1000, fsGroup: 1000, runAsNonRoot: true}
          volumes: [{name: keys, secret: {secretName: %3$s, defaultMode: 0400}}]
          containers:
          - name: main
            image: muster.test/clients:1
            command: [sh, -c, "%4$s 2>&1"]
            volumeMounts: [{name: keys, mountPath: /keys}]
        """
            .formatted(name, exact, secret, command));
    kubectl.await("pod " + name, "{.status.phase}", phase -> phase.matches("Succeeded|Failed"));
    String log = pods.log(name);
    pods.gone(name);
    return log;
  }

  @Test
  void sshTakesAKeyOnlyInTheExactMode() throws Exception {
    for (String key : new String[] {"id", "host"}) {
      HostCommand.run(
          "ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", directory.resolve(key).toString());
    }
    kubectl
        .run("create", "secret", "generic", "ssh", "--from-file=id=" + directory.resolve("id"))
        .ok();
    int port = freePort();
    Path config =
        Files.writeString(
            directory.resolve("sshd.conf"),
            """
            ListenAddress 127.0.0.1:%2$d
            HostKey %1$s/host
            AuthorizedKeysFile %1$s/id.pub
            StrictModes no
            PermitRootLogin yes
            PidFile none
            UsePAM no
            """
                .formatted(directory, port));
    Files.createDirectories(Path.of("/run/sshd"));
    Process server =
        new ProcessBuilder("/usr/sbin/sshd", "-D", "-e", "-f", config.toString())
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("sshd.log").toFile())
            .start();
    try {
      awaitListening(directory.resolve("sshd.log"), "Server listening");
      String ssh =
          "ssh -F none -i /keys/id -p %d -o BatchMode=yes -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null root@127.0.0.1 echo let in"
              .formatted(port);
      assertThat(run("ssh-usual", false, "ssh", ssh))
          .contains("UNPROTECTED PRIVATE KEY FILE")
          .doesNotContain("let in");
      assertThat(run("ssh-exact", true, "ssh", ssh)).contains("let in");
    } finally {
      server.destroy();
      assertThat(server.waitFor(30, TimeUnit.SECONDS)).isTrue();
    }
  }

  @Test
  void psqlTakesAPasswordFileOnlyInTheExactMode() throws Exception {
    kubectl
        .run("create", "secret", "generic", "pg", "--from-literal=pgpass=*:*:*:*:open sesame")
        .ok();
    Path data = Files.createDirectory(directory.resolve("pg"));
    Files.setAttribute(data, "unix:uid", NOBODY);
    Path password = Files.writeString(directory.resolve("password"), "open sesame\n");
    HostCommand.run(
        asNobody(
            postgres() + "/initdb",
            "--no-sync",
            "-U",
            "app",
            "-A",
            "scram-sha-256",
            "--pwfile=" + password,
            "-D",
            data + "/db"));
    int port = freePort();
    Process server =
        new ProcessBuilder(
                asNobody(
                    postgres() + "/postgres",
                    "-D",
                    data + "/db",
                    "-h",
                    "127.0.0.1",
                    "-p",
                    Integer.toString(port),
                    "-k",
                    ""))
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("pg.log").toFile())
            .start();
    try {
      awaitListening(directory.resolve("pg.log"), "ready to accept connections");
      String psql =
          "PGPASSFILE=/keys/pgpass psql -w -h 127.0.0.1 -p %d -U app -d postgres -tc 'select 1000000 + 234567'"
              .formatted(port);
      assertThat(run("psql-usual", false, "pg", psql))
          .contains("has group or world access")
          .doesNotContain("1234567");
      assertThat(run("psql-exact", true, "pg", psql).strip()).isEqualTo("1234567");
    } finally {
      server.destroy();
      assertThat(server.waitFor(30, TimeUnit.SECONDS)).isTrue();
    }
  }

  private static void awaitListening(Path log, String words) {
    Await.until(
        log.toString(),
        () -> Files.exists(log) ? Files.readString(log) : "",
        t -> t.contains(words));
  }

  private static String[] asNobody(String... command) {
    return Stream.concat(
            Stream.of("setpriv", "--reuid=" + NOBODY, "--regid=" + NOBODY, "--clear-groups"),
            Stream.of(command))
        .toArray(String[]::new);
  }

  private static int freePort() throws Exception {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
