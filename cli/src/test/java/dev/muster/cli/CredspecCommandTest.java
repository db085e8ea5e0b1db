package dev.muster.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.cli.directory.DomainController;
import dev.muster.identity.credspec.Reading;
import dev.muster.model.codec.Yaml;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The proposal's PowerShell step, against a domain controller. */
class CredspecCommandTest {
  private static DomainController controller;
  private static Path password;

  private record Ran(int exit, String out, String err) {}

  @BeforeAll
  static void start(@TempDir Path directory) throws IOException, InterruptedException {
    controller = DomainController.start(Files.createDirectory(directory.resolve("dc")));
    password = directory.resolve("password");
    Files.writeString(password, DomainController.PASSWORD + "\n");
  }

  @AfterAll
  static void stop() {
    controller.close();
  }

  private static synchronized Ran run(String... args) {
    PrintStream out = System.out;
    PrintStream err = System.err;
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    ByteArrayOutputStream complained = new ByteArrayOutputStream();
    try (PrintStream to = new PrintStream(printed, true, StandardCharsets.UTF_8);
        PrintStream also = new PrintStream(complained, true, StandardCharsets.UTF_8)) {
      System.setOut(to);
      System.setErr(also);
      int exit = Muster.run(args);
      return new Ran(
          exit,
          printed.toString(StandardCharsets.UTF_8),
          complained.toString(StandardCharsets.UTF_8));
    } finally {
      System.setOut(out);
      System.setErr(err);
    }
  }

  private static Ran create(String account, String... more) {
    String[] args = {
      "credspec",
      "create",
      "--ldap",
      controller.uri().toString(),
      "--user",
      DomainController.USER,
      "--password-file",
      password.toString(),
      "--account",
      account
    };
    String[] all = java.util.Arrays.copyOf(args, args.length + more.length);
    System.arraycopy(more, 0, all, args.length, more.length);
    return run(all);
  }

  @Test
  void theConfigMapHoldsAValidSpecOfTheAccount() {
    Ran ran = create("WebApplication1", "--config-map", "webserver-credspec");
    assertThat(ran.err()).isEmpty();
    assertThat(ran.exit()).isZero();
    JsonNode map = Yaml.toTree(ran.out().getBytes(StandardCharsets.UTF_8));
    assertThat(map.path("kind").asText()).isEqualTo("ConfigMap");
    assertThat(map.at("/metadata/name").asText()).isEqualTo("webserver-credspec");
    assertThat(Reading.of(map.path("data").path("gmsa-cred-spec").asText()))
        .isInstanceOfSatisfying(
            Reading.Valid.class,
            valid -> {
              assertThat(valid.spec().machineAccount()).isEqualTo("WebApplication1");
              assertThat(valid.spec().domain().dnsName()).isEqualTo("contoso.com");
              assertThat(valid.spec().domain().netBiosName()).isEqualTo("DEMO");
              assertThat(valid.spec().domain().sid()).startsWith("S-1-5-21-");
            });
  }

  @Test
  void anUnknownAccountIsNamed() {
    Ran ran = create("Nobody");
    assertThat(ran.exit()).isEqualTo(1);
    assertThat(ran.err())
        .isEqualTo(
            "muster: group managed service account \"Nobody$\" not found in contoso.com at "
                + controller.uri()
                + "\n");
  }

  @Test
  void aNameIsNotAFilter() {
    assertThat(create("*").err()).contains("group managed service account \"*$\" not found");
  }

  @Test
  void aWrongPasswordIsSaidToBeOne() throws IOException {
    Path wrong = password.resolveSibling("wrong");
    Files.writeString(wrong, "no");
    Ran ran = create("WebApplication1", "--password-file", wrong.toString());
    assertThat(ran.exit()).isNotZero();
  }

  @Test
  void aPasswordIsNotSentInTheClear() {
    Ran ran =
        run(
            "credspec",
            "create",
            "--ldap",
            "ldap://192.0.2.1",
            "--user",
            "jane@contoso.com",
            "--password-file",
            password.toString(),
            "--account",
            "x");
    assertThat(ran.err()).contains("would be sent in the clear; use ldaps://");
  }
}
