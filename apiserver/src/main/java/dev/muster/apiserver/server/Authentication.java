package dev.muster.apiserver.server;

import java.nio.file.Path;
import java.util.Optional;

/**
 * Whom a server knows.
 *
 * @param anonymous whether requests without credentials come in as {@code system:anonymous}
 * @param tokenFile CSV of token, user, uid and groups
 * @param issuers whose tokens are taken beside those of service accounts
 * @param webhook who judges tokens that nobody else knows
 * @param requestHeaders which proxy says who its clients are
 * @param clientCaFile who signs client certificates; our own authority, unless given
 */
public record Authentication(
    boolean anonymous,
    Optional<Path> tokenFile,
    Optional<Path> clientCaFile,
    ServiceAccounts serviceAccounts,
    Optional<TokenIssuers> issuers,
    Optional<TokenWebhookOptions> webhook,
    Optional<RequestHeaderOptions> requestHeaders) {

  public static Authentication defaults() {
    return new Authentication(
        true,
        Optional.empty(),
        Optional.empty(),
        ServiceAccounts.defaults(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  public Authentication withTokenFile(Path file) {
    return new Authentication(
        anonymous,
        Optional.of(file),
        clientCaFile,
        serviceAccounts,
        issuers,
        webhook,
        requestHeaders);
  }

  public Authentication with(ServiceAccounts other) {
    return new Authentication(
        anonymous, tokenFile, clientCaFile, other, issuers, webhook, requestHeaders);
  }

  public Authentication with(TokenIssuers other) {
    return new Authentication(
        anonymous,
        tokenFile,
        clientCaFile,
        serviceAccounts,
        Optional.of(other),
        webhook,
        requestHeaders);
  }

  public Authentication with(TokenWebhookOptions other) {
    return new Authentication(
        anonymous,
        tokenFile,
        clientCaFile,
        serviceAccounts,
        issuers,
        Optional.of(other),
        requestHeaders);
  }

  public Authentication with(RequestHeaderOptions other) {
    return new Authentication(
        anonymous, tokenFile, clientCaFile, serviceAccounts, issuers, webhook, Optional.of(other));
  }
}
