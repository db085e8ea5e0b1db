package dev.muster.apiserver.server;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * How a server is to run. Names follow kube-apiserver's flags.
 *
 * @param data the data directory: store, keys, certificates
 * @param port 0 for any free one
 * @param authorizationModes in the order in which they are asked
 * @param authorizationPolicyFile of mode ABAC
 * @param enabledPlugins admission plugins beyond the default ones
 * @param disabledPlugins default plugins to leave out
 * @param controllers {@code *}, names, and {@code -name} for those to leave out
 * @param eventTtl how long events are kept
 */
public record ServerConfig(
    Path data,
    String bindAddress,
    int port,
    List<String> authorizationModes,
    Optional<Path> authorizationPolicyFile,
    boolean anonymousAuth,
    Optional<Path> tokenAuthFile,
    Optional<Path> clientCaFile,
    Optional<Path> tlsCertFile,
    Optional<Path> tlsPrivateKeyFile,
    Set<String> enabledPlugins,
    Set<String> disabledPlugins,
    Set<String> controllers,
    Duration eventTtl) {

  public ServerConfig {
    authorizationModes = List.copyOf(authorizationModes);
    enabledPlugins = Set.copyOf(enabledPlugins);
    disabledPlugins = Set.copyOf(disabledPlugins);
    controllers = Set.copyOf(controllers);
  }

  /** A server in a directory, with what is usual. */
  public static ServerConfig in(Path data) {
    return new ServerConfig(
        data,
        "127.0.0.1",
        6443,
        List.of("RBAC"),
        Optional.empty(),
        true,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Set.of(),
        Set.of(),
        Set.of(),
        Duration.ofHours(1));
  }

  public ServerConfig withPort(int other) {
    return new ServerConfig(
        data,
        bindAddress,
        other,
        authorizationModes,
        authorizationPolicyFile,
        anonymousAuth,
        tokenAuthFile,
        clientCaFile,
        tlsCertFile,
        tlsPrivateKeyFile,
        enabledPlugins,
        disabledPlugins,
        controllers,
        eventTtl);
  }

  public ServerConfig withControllers(Set<String> chosen) {
    return new ServerConfig(
        data,
        bindAddress,
        port,
        authorizationModes,
        authorizationPolicyFile,
        anonymousAuth,
        tokenAuthFile,
        clientCaFile,
        tlsCertFile,
        tlsPrivateKeyFile,
        enabledPlugins,
        disabledPlugins,
        chosen,
        eventTtl);
  }

  public ServerConfig withTokenAuthFile(Path file) {
    return new ServerConfig(
        data,
        bindAddress,
        port,
        authorizationModes,
        authorizationPolicyFile,
        anonymousAuth,
        Optional.of(file),
        clientCaFile,
        tlsCertFile,
        tlsPrivateKeyFile,
        enabledPlugins,
        disabledPlugins,
        controllers,
        eventTtl);
  }
}
