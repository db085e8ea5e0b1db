package dev.muster.cli;

import dev.muster.apiserver.server.Authentication;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Whom the server knows. */
final class AuthenticationFlags {
  @Option(
      names = "--anonymous-auth",
      arity = "0..1",
      fallbackValue = "true",
      defaultValue = "true",
      description =
          "Let requests without credentials in as system:anonymous (default: ${DEFAULT-VALUE}).")
  boolean anonymous;

  @Option(
      names = "--token-auth-file",
      paramLabel = "FILE",
      description = "CSV of token,user,uid,\"group,group\".")
  @Nullable Path tokens;

  @Option(
      names = "--client-ca-file",
      paramLabel = "FILE",
      description = "Who signs client certificates (default: our own CA).")
  @Nullable Path clientCa;

  Authentication config() {
    return new Authentication(
        anonymous, Optional.ofNullable(tokens), Optional.ofNullable(clientCa));
  }
}
