package dev.muster.apiserver.server;

import static dev.muster.apiserver.server.LiveServer.ADMIN;
import static dev.muster.apiserver.server.LiveServer.ALICE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.apiserver.running.MostlyWaits;
import dev.muster.authz.Rules;
import dev.muster.authz.User;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@MostlyWaits
class AbacModeTest {
  private static final String ALICE_READS_PODS =
      """
      {"apiVersion":"abac.authorization.kubernetes.io/v1beta1","kind":"Policy","spec":{"user":"alice","namespace":"*","resource":"pods","apiGroup":"*","readonly":true}}
      """;
  private static final User ALICE_USER = User.of("alice");
  private static final String PODS = "/api/v1/namespaces/default/pods";

  private final List<Boolean> reloads = new CopyOnWriteArrayList<>();

  @TempDir private Path directory;

  /** Returns once the condition holds; it comes true on another thread. */
  private static void await(BooleanSupplier condition) {
    long deadline = System.nanoTime() + Duration.ofSeconds(30).toNanos();
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as("still waiting").isLessThan(deadline);
      LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
    }
  }

  @Test
  void aGoodChangeTakesEffectWithoutARestart() throws IOException {
    Path policy = Files.writeString(directory.resolve("policy.jsonl"), "# nobody yet\n");
    try (LiveServer server = LiveServer.start(directory, List.of("ABAC"), Optional.of(policy))) {
      assertThat(server.get(ALICE, PODS).text("/message"))
          .isEqualTo(
              "pods is forbidden: User \"alice\" cannot list resource \"pods\" in API group \"\" in"
                  + " the namespace \"default\": No policy matched.");
      assertThat(server.get(ADMIN, PODS).code()).isEqualTo(200);
      Files.writeString(policy, ALICE_READS_PODS);
      await(() -> server.get(ALICE, PODS).code() == 200);
      Files.writeString(policy, "");
      await(() -> server.get(ALICE, PODS).code() == 403);
    }
  }

  @Test
  void aBadChangeKeepsTheLastGoodPolicy() throws IOException {
    Path file = Files.writeString(directory.resolve("policy.jsonl"), ALICE_READS_PODS);
    try (PolicyFile policy = PolicyFile.follow(file, reloads::add)) {
      Rules good = policy.authorizer().rulesFor(ALICE_USER, "default");
      Files.writeString(file, ALICE_READS_PODS + "{\"kind\":\n");
      await(() -> policy.problem().isPresent());
      assertThat(policy.problem().orElseThrow())
          .startsWith("error reading policy file " + file + ", line 2: not a JSON object");
      assertThat(policy.authorizer().rulesFor(ALICE_USER, "default")).isEqualTo(good);
      Files.writeString(file, "");
      await(() -> policy.problem().isEmpty());
      assertThat(reloads).contains(false).endsWith(true);
    }
  }

  @Test
  void aBadChangeIsToldByReadinessAndMetrics() throws IOException {
    Path policy = Files.writeString(directory.resolve("policy.jsonl"), ALICE_READS_PODS);
    try (LiveServer server = LiveServer.start(directory, List.of("ABAC"), Optional.of(policy))) {
      assertThat(text(server, "/readyz?verbose")).contains("[+]authorization-policy-file ok\n");
      Files.writeString(policy, "nonsense\n");
      await(
          () ->
              text(server, "/readyz?verbose")
                  .contains("[+]authorization-policy-file ok: the last good policy is in force\n"));
      assertThat(server.get(ADMIN, "/readyz").code()).isEqualTo(200);
      assertThat(server.get(ALICE, PODS).code()).isEqualTo(200);
      assertThat(text(server, "/metrics"))
          .containsPattern(
              "muster_authorization_policy_file_reloads_total" + "\\{status=\"failure\"} [1-9]");
    }
  }

  private static String text(LiveServer server, String path) {
    return server.get(ADMIN, path).response().body();
  }

  @Test
  void aFileThatIsTakenAwayKeepsTheLastGoodPolicy() throws IOException {
    Path file = Files.writeString(directory.resolve("policy.jsonl"), ALICE_READS_PODS);
    try (PolicyFile policy = PolicyFile.follow(file, reloads::add)) {
      Files.delete(file);
      await(() -> policy.problem().isPresent());
      assertThat(policy.authorizer().rulesFor(ALICE_USER, "default").resourceRules()).hasSize(1);
    }
  }

  @Test
  void aBadFileStopsTheStart() throws IOException {
    Path policy = Files.writeString(directory.resolve("policy.jsonl"), "\nnonsense\n");
    assertThatThrownBy(() -> LiveServer.start(directory, List.of("ABAC"), Optional.of(policy)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("error reading policy file " + policy + ", line 2: ");
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          RBAC,Nope   | authorization-mode "Nope" is not a valid mode: choose from ABAC, AlwaysAllow, AlwaysDeny, Node, RBAC, Webhook
          RBAC,RBAC   | authorization-mode "RBAC" is given more than once
          ABAC        | authorization-mode ABAC's authorization policy file not passed: add --authorization-policy-file
          """)
  void refusesModes(String modes, String message) {
    assertThatThrownBy(
            () -> LiveServer.start(directory, List.of(modes.split(",")), Optional.empty()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
  }

  @Test
  void refusesAPolicyFileThatNoModeReads() {
    assertThatThrownBy(
            () ->
                LiveServer.start(
                    directory, List.of("RBAC"), Optional.of(directory.resolve("policy"))))
        .hasMessage("cannot specify --authorization-policy-file without mode ABAC");
  }
}
