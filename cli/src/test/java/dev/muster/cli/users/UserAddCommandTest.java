package dev.muster.cli.users;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.apiserver.server.ApiServer;
import dev.muster.apiserver.server.Background;
import dev.muster.apiserver.server.ServerConfig;
import dev.muster.client.kubeconfig.ClientConfig;
import dev.muster.client.kubeconfig.RemoteServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class UserAddCommandTest {
  private static Path directory;
  private static ApiServer server;

  @BeforeAll
  static void start(@TempDir Path temporary) throws IOException {
    directory = temporary;
    server =
        ApiServer.start(
            ServerConfig.in(directory.resolve("data")).onPort(0).with(Background.of(Set.of("*"))));
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static String add(Path as, String... arguments) {
    StringBuilder err = new StringBuilder();
    CommandLine line =
        new CommandLine(new UserAddCommand())
            .setExecutionExceptionHandler(
                (problem, command, parsed) -> {
                  err.append(Objects.toString(problem.getMessage()));
                  return 1;
                });
    String[] all = java.util.Arrays.copyOf(arguments, arguments.length + 2);
    all[arguments.length] = "--kubeconfig";
    all[arguments.length + 1] = as.toString();
    line.execute(all);
    return err.toString();
  }

  private static String whoami(Path kubeconfig) throws Exception {
    try (RemoteServer cluster = new RemoteServer(ClientConfig.read(kubeconfig))) {
      return cluster
          .send(
              "/apis/authentication.k8s.io/v1/selfsubjectreviews",
              "{\"apiVersion\":\"authentication.k8s.io/v1\",\"kind\":\"SelfSubjectReview\"}"
                  .getBytes(StandardCharsets.UTF_8),
              Duration.ofSeconds(30),
              1 << 20)
          .body();
    }
  }

  @Test
  void aNewUserIsKnownByNameAndGroups() throws Exception {
    Path file = directory.resolve("alice.kubeconfig");
    String name = "alice: \"the #1\" # ü";
    assertThat(add(server.kubeconfig(), name, "--group", "dev,ops", "-o", file.toString()))
        .isEmpty();
    assertThat(whoami(file))
        .contains("\"username\":\"alice: \\\"the #1\\\" # ü\"")
        .contains("\"groups\":[\"dev\",\"ops\",\"system:authenticated\"]");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
  }

  @Test
  void itLastsAsLongAsAsked() {
    Path file = directory.resolve("short.kubeconfig");
    add(server.kubeconfig(), "short", "--expires", "1h", "-o", file.toString());
    Instant end =
        ClientConfig.read(file).identity().orElseThrow().certificate().getNotAfter().toInstant();
    assertThat(end).isBetween(Instant.now(), Instant.now().plus(Duration.ofHours(1)));
  }

  @Test
  void nobodyIsAddedTwiceToOneFile() {
    Path file = directory.resolve("twice.kubeconfig");
    add(server.kubeconfig(), "twice", "-o", file.toString());
    assertThat(add(server.kubeconfig(), "twice", "-o", file.toString()))
        .isEqualTo(file + ": is there already; name another file by -o");
  }

  @Test
  void nobodyIsMadeAMasterSo() {
    Path file = directory.resolve("master.kubeconfig");
    assertThat(add(server.kubeconfig(), "eve", "--group", "system:masters", "-o", file.toString()))
        .contains("signer with system:masters group is not allowed");
    assertThat(file).doesNotExist();
  }

  @Test
  void whoMayNotApproveHearsSo() {
    Path bob = directory.resolve("bob.kubeconfig");
    add(server.kubeconfig(), "bob", "-o", bob.toString());
    assertThat(add(bob, "carol", "-o", directory.resolve("carol.kubeconfig").toString()))
        .contains("User \"bob\" cannot create resource \"certificatesigningrequests\"");
  }

  @Test
  void aNameThatIsNoFilesNeedsAFile() {
    assertThat(add(server.kubeconfig(), "../eve"))
        .isEqualTo("\"../eve\" is no name for a file: name one by -o");
  }
}
