package dev.muster.apiserver.server;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The tokens of service accounts.
 *
 * @param issuers who issues tokens: the first new ones, the others those that are still accepted
 * @param keyFiles more keys that tokens may be signed with
 * @param signingKeyFile what new tokens are signed with; a key of our own, unless given
 * @param audiences whom tokens have to be meant for
 * @param longestLife no token lives longer, whatever a request asks for
 * @param extended whether tokens of pods that ask for an hour live for a year, as a grace for
 *     programs that do not read them again
 */
public record ServiceAccounts(
    List<String> issuers,
    List<Path> keyFiles,
    Optional<Path> signingKeyFile,
    List<String> audiences,
    Optional<Duration> longestLife,
    boolean extended) {
  private static final String ISSUER = "https://kubernetes.default.svc";

  /** No issuers means the usual one; no audiences means the issuers. */
  public ServiceAccounts {
    issuers = issuers.isEmpty() ? List.of(ISSUER) : List.copyOf(issuers);
    keyFiles = List.copyOf(keyFiles);
    audiences = audiences.isEmpty() ? issuers : List.copyOf(audiences);
    List<String> problems = new ArrayList<>();
    for (String issuer : issuers) {
      if (issuer.isEmpty() || issuer.contains(":") && !isUrl(issuer)) {
        problems.add(
            "--service-account-issuer \"" + issuer + "\" is neither a name nor a valid URL");
      }
    }
    if (audiences.contains("")) {
      problems.add("--api-audiences must not be empty");
    }
    if (longestLife.isPresent()
        && (longestLife.get().compareTo(Duration.ofHours(1)) < 0
            || longestLife.get().compareTo(Duration.ofSeconds(1L << 32)) > 0)) {
      problems.add(
          "the service-account-max-token-expiration must be between 1 hour and 2^32 seconds");
    }
    if (!problems.isEmpty()) {
      throw new IllegalArgumentException(String.join("\n", problems));
    }
  }

  public static ServiceAccounts defaults() {
    return new ServiceAccounts(
        List.of(), List.of(), Optional.empty(), List.of(), Optional.empty(), true);
  }

  private static boolean isUrl(String text) {
    try {
      return new URI(text).getScheme() != null;
    } catch (URISyntaxException e) {
      return false;
    }
  }
}
