package dev.muster.cli.access;

import dev.muster.apiserver.authzconfig.BuiltInAuthorizer;
import dev.muster.authz.AlwaysAllow;
import dev.muster.authz.AlwaysDeny;
import dev.muster.authz.abac.AbacAuthorizer;
import dev.muster.authz.abac.AbacPolicy;
import dev.muster.authz.abac.AbacPolicyException;
import dev.muster.authz.node.NodeAuthorizer;
import dev.muster.authz.rbac.RbacAuthorizer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The authorizers of a configuration that are no webhooks, on files or on what a cluster has. */
final class TestedAuthorizers {
  private TestedAuthorizers() {}

  static Map<String, BuiltInAuthorizer> of(
      List<String> types, PolicyFlags flags, @Nullable Path policy)
      throws IOException, InterruptedException {
    Map<String, BuiltInAuthorizer> made = new HashMap<>();
    for (String type : types) {
      made.put(
          type,
          switch (type) {
            case "AlwaysAllow" -> BuiltInAuthorizer.of(new AlwaysAllow());
            case "AlwaysDeny" -> BuiltInAuthorizer.of(new AlwaysDeny());
            case "ABAC" -> BuiltInAuthorizer.of(abac(policy));
            case "Node" -> BuiltInAuthorizer.of(new NodeAuthorizer(flags.graph()));
            case "RBAC" -> BuiltInAuthorizer.of(new RbacAuthorizer(flags.policy().index()));
            default -> throw new IllegalArgumentException("unknown type \"" + type + "\"");
          });
    }
    return made;
  }

  private static AbacAuthorizer abac(@Nullable Path policy) {
    if (policy == null) {
      throw new IllegalArgumentException(
          "an authorizer of type ABAC needs a policy: add --authorization-policy-file");
    }
    try {
      return new AbacAuthorizer(AbacPolicy.load(policy));
    } catch (AbacPolicyException e) {
      throw new IllegalArgumentException(String.valueOf(e.getMessage()), e);
    }
  }
}
