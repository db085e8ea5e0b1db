package dev.muster.cli;

import dev.muster.apiserver.server.Serving;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where to listen, and with which certificate. */
final class ServingFlags {
  @Option(
      names = {"--secure-port", "--port"},
      paramLabel = "PORT",
      defaultValue = "6443",
      description = "The HTTPS port (default: ${DEFAULT-VALUE}; 0: any).")
  int port;

  @Option(
      names = "--bind-address",
      paramLabel = "IP",
      defaultValue = "127.0.0.1",
      description = "The address to listen on (default: ${DEFAULT-VALUE}).")
  String bindAddress = "127.0.0.1";

  @Option(
      names = "--tls-cert-file",
      hidden = true,
      paramLabel = "FILE",
      description = "The serving certificate (default: our own).")
  @Nullable Path certificate;

  @Option(
      names = "--tls-private-key-file",
      hidden = true,
      paramLabel = "FILE",
      description = "The serving certificate's key.")
  @Nullable Path key;

  @Option(
      names = "--console",
      hidden = true,
      arity = "0..1",
      fallbackValue = "true",
      paramLabel = "BOOL",
      description = "Whether the page at /console/ is served (default: true for up, else false).")
  @Nullable Boolean console;

  /** Where a command serves that has the console, or has it not, unless told otherwise. */
  Serving config(boolean consoleByDefault) {
    return new Serving(
        bindAddress,
        port,
        Optional.ofNullable(certificate),
        Optional.ofNullable(key),
        console == null ? consoleByDefault : console);
  }
}
