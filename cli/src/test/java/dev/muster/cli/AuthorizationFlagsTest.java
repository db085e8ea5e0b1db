package dev.muster.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.apiserver.server.Authorization;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

class AuthorizationFlagsTest {
  @Command
  private static final class Flags {
    @Mixin private AuthorizationFlags authorization = new AuthorizationFlags();
  }

  private static Authorization parsed(String... arguments) {
    Flags flags = new Flags();
    new CommandLine(flags).parseArgs(arguments);
    return flags.authorization.config();
  }

  @Test
  void withoutAnyThereIsRbac() {
    assertThat(parsed().modes()).containsExactly("RBAC");
    assertThat(parsed().configFile()).isEmpty();
  }

  @Test
  void aFileTakesTheirPlace() {
    Authorization config =
        parsed("--authorization-config", "/a", "--authorization-policy-file", "/b");
    assertThat(config.modes()).isEmpty();
    assertThat(config.configFile()).contains(Path.of("/a"));
    assertThat(config.policyFile()).contains(Path.of("/b"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--authorization-mode=RBAC",
        "--authorization-webhook-config-file=/w",
        "--authorization-webhook-version=v1beta1",
        "--authorization-webhook-cache-authorized-ttl=5m",
        "--authorization-webhook-cache-unauthorized-ttl=30s"
      })
  void aFileAndTheFlagsItReplacesDoNotGoTogether(String flag) {
    assertThatThrownBy(() -> parsed("--authorization-config=/a", flag))
        .hasMessage(
            "--authorization-config can not be specified when --authorization-mode or"
                + " --authorization-webhook-* flags are defined");
  }
}
