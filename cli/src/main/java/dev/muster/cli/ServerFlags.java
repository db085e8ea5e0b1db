package dev.muster.cli;

import dev.muster.apiserver.server.ServerConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The flags that {@code apiserver} and {@code up} share. */
final class ServerFlags {
  @Option(
      names = {"--data", "--data-dir"},
      paramLabel = "DIR",
      description = "Where the store, keys and certificates live (default: ~/.muster).")
  @Nullable Path data;

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
      names = "--authorization-mode",
      split = ",",
      paramLabel = "MODE",
      defaultValue = "RBAC",
      description =
          "AlwaysAllow, AlwaysDeny, ABAC, RBAC, in this order (default: ${DEFAULT-VALUE}).")
  List<String> modes = List.of("RBAC");

  @Option(
      names = "--authorization-policy-file",
      paramLabel = "FILE",
      description = "The policy of mode ABAC, one JSON object a line; changes take effect at once.")
  @Nullable Path policy;

  @Option(names = "--authorization-rbac-super-user", hidden = true, paramLabel = "USER")
  @Nullable String superUser;

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

  @Option(
      names = "--tls-cert-file",
      paramLabel = "FILE",
      description = "The serving certificate (default: our own).")
  @Nullable Path certificate;

  @Option(
      names = "--tls-private-key-file",
      paramLabel = "FILE",
      description = "The serving certificate's key.")
  @Nullable Path key;

  @Option(
      names = "--enable-admission-plugins",
      split = ",",
      paramLabel = "NAME",
      description = "Admission plugins beyond the default ones.")
  List<String> enabled = List.of();

  @Option(
      names = "--disable-admission-plugins",
      split = ",",
      paramLabel = "NAME",
      description = "Default admission plugins to leave out.")
  List<String> disabled = List.of();

  @Option(
      names = "--allow-privileged",
      arity = "0..1",
      fallbackValue = "true",
      defaultValue = "true",
      description =
          "Privileged containers are always allowed; admission decides (accepted for compatibility).")
  boolean allowPrivileged;

  @Option(
      names = "--event-ttl",
      paramLabel = "DURATION",
      defaultValue = "1h0m0s",
      converter = GoDuration.class,
      description = "How long events are kept, as 1h30m (default: ${DEFAULT-VALUE}).")
  Duration eventTtl = Duration.ofHours(1);

  ServerConfig config(Set<String> controllers) {
    if (superUser != null) {
      throw new IllegalArgumentException(
          "--authorization-rbac-super-user is gone: make \""
              + superUser
              + "\" a member of the group system:masters instead, by a client certificate with"
              + " O=system:masters or in the groups of --token-auth-file");
    }
    Path directory = data == null ? Path.of(System.getProperty("user.home"), ".muster") : data;
    return new ServerConfig(
        directory.toAbsolutePath(),
        bindAddress,
        port,
        modes,
        Optional.ofNullable(policy),
        anonymous,
        Optional.ofNullable(tokens),
        Optional.ofNullable(clientCa),
        Optional.ofNullable(certificate),
        Optional.ofNullable(key),
        new LinkedHashSet<>(enabled),
        new LinkedHashSet<>(disabled),
        controllers,
        eventTtl);
  }
}
