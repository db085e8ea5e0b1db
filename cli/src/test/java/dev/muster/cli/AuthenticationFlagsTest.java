package dev.muster.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.apiserver.server.Authentication;
import dev.muster.apiserver.server.TokenIssuers;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** Which flags about authentication go together. */
class AuthenticationFlagsTest {
  private static Authentication config(String arguments) {
    return CommandLine.populateCommand(new AuthenticationFlags(), arguments.split(" ")).config();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --authentication-config=a.yaml --oidc-issuer-url=https://a | authentication-config file and oidc-* flags are mutually exclusive
          --authentication-config=a.yaml --oidc-required-claim=a=b   | authentication-config file and oidc-* flags are mutually exclusive
          --oidc-issuer-url=https://a                                | oidc-issuer-url and oidc-client-id must be specified together when any oidc-* flags are set
          --oidc-groups-claim=g                                      | oidc-issuer-url and oidc-client-id must be specified together when any oidc-* flags are set
          --oidc-issuer-url=https://a --oidc-client-id=x --oidc-signing-algs=RS256,none | oidc: unsupported signing alg: "none"
          --oidc-issuer-url=https://a --oidc-client-id=x --oidc-required-claim=a | --oidc-required-claim: malformed pair, expect string=string
          """)
  void thatDoNot(String arguments, String message) {
    assertThatThrownBy(() -> config(arguments)).hasMessage(message);
  }

  @Test
  void thatDo() {
    assertThat(config("--anonymous-auth=false").anonymous()).isFalse();
    assertThat(config("--anonymous-auth=false").issuers()).isEmpty();
    assertThat(config("--authentication-config=a.yaml").issuers())
        .contains(new TokenIssuers.ConfigFile(Path.of("a.yaml"), false));
    assertThat(config("--authentication-config=a.yaml --anonymous-auth").issuers())
        .contains(new TokenIssuers.ConfigFile(Path.of("a.yaml"), true));
    assertThat(config("--oidc-issuer-url=https://a --oidc-client-id=x").issuers().orElseThrow())
        .isInstanceOfSatisfying(
            TokenIssuers.Flags.class,
            issuer -> {
              assertThat(issuer.flags().usernameClaim()).isEqualTo("sub");
              assertThat(issuer.flags().signingAlgorithms()).containsExactly("RS256");
            });
  }
}
