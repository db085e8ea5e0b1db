package dev.muster.apiserver.server;

import dev.muster.apiserver.authzconfig.AuthorizationConfiguration;
import dev.muster.apiserver.authzconfig.BuiltInAuthorizer;
import dev.muster.apiserver.plugins.AuthorizationPlugins;
import dev.muster.authz.AlwaysAllow;
import dev.muster.authz.AlwaysDeny;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The authorizers that live as long as the server: those that the first configuration names, and
 * those that need nothing.
 *
 * @param policy of mode ABAC, if that is on
 */
record BuiltInModes(Map<String, BuiltInAuthorizer> byType, Optional<PolicyFile> policy) {
  private static final Logger LOG = LoggerFactory.getLogger(BuiltInModes.class);

  /**
   * @param nodes mode Node, asked for if that is on
   * @throws IllegalArgumentException if a mode lacks what it needs
   */
  static BuiltInModes of(
      AuthorizationConfiguration configuration,
      Authorization config,
      RbacMirror rbac,
      Supplier<NodeMirror> nodes,
      PolicyFile.Reloads reloads,
      AuthorizationPlugins plugins) {
    Map<String, BuiltInAuthorizer> byType = new HashMap<>();
    byType.put("AlwaysAllow", BuiltInAuthorizer.of(new AlwaysAllow()));
    byType.put("AlwaysDeny", BuiltInAuthorizer.of(new AlwaysDeny()));
    Optional<PolicyFile> policy = Optional.empty();
    for (String type : configuration.typesButWebhooks()) {
      switch (type) {
        case "AlwaysAllow", "AlwaysDeny" -> {}
        case "ABAC" -> {
          PolicyFile followed = PolicyFile.follow(policyFile(config), reloads);
          byType.put(type, BuiltInAuthorizer.of(followed.authorizer()));
          policy = Optional.of(followed);
        }
        case "Node" -> byType.put(type, BuiltInAuthorizer.of(nodes.get()));
        case "RBAC" -> byType.put(type, BuiltInAuthorizer.of(rbac));
        default ->
            byType.put(type, BuiltInAuthorizer.of(plugins.create(type, config.onPluginFailure())));
      }
    }
    if (policy.isEmpty() && config.policyFile().isPresent()) {
      LOG.warn("--authorization-policy-file is not used: no authorizer is of type ABAC");
    }
    return new BuiltInModes(Map.copyOf(byType), policy);
  }

  private static Path policyFile(Authorization config) {
    return config
        .policyFile()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "invalid authorization config: open : no such file or directory"));
  }
}
