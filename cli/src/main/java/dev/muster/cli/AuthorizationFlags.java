package dev.muster.cli;

import dev.muster.apiserver.server.Authorization;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Who decides what a known user may do. */
final class AuthorizationFlags {
  @Option(
      names = "--authorization-mode",
      split = ",",
      paramLabel = "MODE",
      defaultValue = "RBAC",
      description =
          "AlwaysAllow, AlwaysDeny, ABAC, RBAC or a module of your own, asked in this order"
              + " (default: ${DEFAULT-VALUE}).")
  List<String> modes = List.of("RBAC");

  @Option(
      names = "--authorization-policy-file",
      paramLabel = "FILE",
      description = "The policy of mode ABAC, one JSON object a line; changes take effect at once.")
  @Nullable Path policy;

  @Option(
      names = "--authorization-plugin-path",
      split = ",",
      paramLabel = "JAR|DIR",
      description = "Jars with further modes, or directories of jars.")
  List<Path> plugins = List.of();

  @Option(names = "--authorization-rbac-super-user", hidden = true, paramLabel = "USER")
  @Nullable String superUser;

  Authorization config() {
    if (superUser != null) {
      throw new IllegalArgumentException(
          "--authorization-rbac-super-user is gone: make \""
              + superUser
              + "\" a member of the group system:masters instead, by a client certificate with"
              + " O=system:masters or in the groups of --token-auth-file");
    }
    return new Authorization(modes, Optional.ofNullable(policy), plugins);
  }
}
