package dev.muster.apiserver.server;

import java.nio.file.Path;
import java.util.Optional;

/**
 * Whom a server knows.
 *
 * @param anonymous whether requests without credentials come in as {@code system:anonymous}
 * @param tokenFile CSV of token, user, uid and groups
 * @param issuers whose tokens are taken beside those of service accounts
 * @param clientCaFile who signs client certificates; our own authority, unless given
 */
public record Authentication(
    boolean anonymous,
    Optional<Path> tokenFile,
    Optional<Path> clientCaFile,
    ServiceAccounts serviceAccounts,
    Optional<TokenIssuers> issuers) {

  public static Authentication usual() {
    return new Authentication(
        true, Optional.empty(), Optional.empty(), ServiceAccounts.usual(), Optional.empty());
  }

  public Authentication withTokenFile(Path file) {
    return new Authentication(anonymous, Optional.of(file), clientCaFile, serviceAccounts, issuers);
  }

  public Authentication with(ServiceAccounts other) {
    return new Authentication(anonymous, tokenFile, clientCaFile, other, issuers);
  }

  public Authentication with(TokenIssuers other) {
    return new Authentication(
        anonymous, tokenFile, clientCaFile, serviceAccounts, Optional.of(other));
  }
}
