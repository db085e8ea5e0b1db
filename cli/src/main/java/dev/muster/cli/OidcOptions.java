package dev.muster.cli;

import static dev.muster.apiserver.authn.config.OidcFlags.DEFAULT_ALGORITHM;
import static dev.muster.apiserver.authn.config.OidcFlags.DEFAULT_USERNAME_CLAIM;

import dev.muster.apiserver.authn.config.OidcFlags;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** One OpenID provider, by flags. */
final class OidcOptions {
  @Option(
      names = "--oidc-issuer-url",
      hidden = true,
      paramLabel = "URL",
      description = "The OpenID provider whose tokens are taken; https only.")
  @Nullable String issuerUrl;

  @Option(
      names = "--oidc-client-id",
      hidden = true,
      paramLabel = "ID",
      description = "Whom the provider's tokens must be meant for.")
  @Nullable String clientId;

  @Option(
      names = "--oidc-ca-file",
      hidden = true,
      paramLabel = "FILE",
      description = "Who signs the provider's certificate (default: whom the machine trusts).")
  @Nullable Path caFile;

  @Option(
      names = "--oidc-username-claim",
      hidden = true,
      paramLabel = "CLAIM",
      description = "The claim that is the user's name (default: sub).")
  @Nullable String usernameClaim;

  @Option(
      names = "--oidc-username-prefix",
      hidden = true,
      paramLabel = "TEXT",
      description =
          "What user names begin with (default: the issuer's URL and #, unless the claim is email);"
              + " - for nothing.")
  @Nullable String usernamePrefix;

  @Option(
      names = "--oidc-groups-claim",
      hidden = true,
      paramLabel = "CLAIM",
      description = "The claim that has the user's groups.")
  @Nullable String groupsClaim;

  @Option(
      names = "--oidc-groups-prefix",
      hidden = true,
      paramLabel = "TEXT",
      description = "What groups begin with.")
  @Nullable String groupsPrefix;

  @Option(
      names = "--oidc-signing-algs",
      hidden = true,
      split = ",",
      paramLabel = "ALG",
      description = "Algorithms that tokens may be signed with (default: RS256).")
  List<String> signingAlgorithms = List.of();

  @Option(
      names = "--oidc-required-claim",
      hidden = true,
      paramLabel = "CLAIM=VALUE",
      description = "A claim that tokens must have, and its value; can be repeated.")
  List<String> requiredClaims = List.of();

  /** Whether any of these flags was given. */
  boolean given() {
    return caFile != null
        || !signingAlgorithms.isEmpty()
        || !requiredClaims.isEmpty()
        || Stream.of(
                Optional.ofNullable(issuerUrl),
                Optional.ofNullable(clientId),
                Optional.ofNullable(usernameClaim),
                Optional.ofNullable(usernamePrefix),
                Optional.ofNullable(groupsClaim),
                Optional.ofNullable(groupsPrefix))
            .anyMatch(Optional::isPresent);
  }

  Optional<OidcFlags> flags() {
    if (!given()) {
      return Optional.empty();
    }
    if (text(issuerUrl).isEmpty() || text(clientId).isEmpty()) {
      throw new IllegalArgumentException(
          "oidc-issuer-url and oidc-client-id must be specified together when any oidc-* flags are"
              + " set");
    }
    return Optional.of(
        new OidcFlags(
            text(issuerUrl),
            text(clientId),
            Optional.ofNullable(caFile),
            usernameClaim == null ? DEFAULT_USERNAME_CLAIM : usernameClaim,
            text(usernamePrefix),
            text(groupsClaim),
            text(groupsPrefix),
            signingAlgorithms.isEmpty() ? List.of(DEFAULT_ALGORITHM) : signingAlgorithms,
            required()));
  }

  private Map<String, String> required() {
    Map<String, String> required = new LinkedHashMap<>();
    for (String pair : requiredClaims) {
      int sign = pair.indexOf('=');
      if (sign < 0) {
        throw new IllegalArgumentException(
            "--oidc-required-claim: malformed pair, expect string=string");
      }
      required.put(pair.substring(0, sign).strip(), pair.substring(sign + 1).strip());
    }
    return required;
  }

  private static String text(@Nullable String given) {
    return given == null ? "" : given;
  }
}
