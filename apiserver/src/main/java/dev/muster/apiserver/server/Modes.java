package dev.muster.apiserver.server;

import dev.muster.authz.AlwaysAllow;
import dev.muster.authz.AlwaysDeny;
import dev.muster.authz.Authorizer;
import dev.muster.authz.PrivilegedGroup;
import dev.muster.authz.RuleResolver;
import dev.muster.authz.UnionAuthorizer;
import dev.muster.authz.UnionRuleResolver;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The modes of {@code --authorization-mode}, as authorizers.
 *
 * @param policy of mode ABAC, if that is on
 */
record Modes(Authorizer authorizer, RuleResolver rules, Optional<PolicyFile> policy)
    implements AutoCloseable {
  private static final List<String> ALL = List.of("ABAC", "AlwaysAllow", "AlwaysDeny", "RBAC");

  /**
   * The modes in their order, after the group that may do anything.
   *
   * @throws IllegalArgumentException with every problem there is, one a line
   */
  static Modes of(Authorization config, RbacMirror rbac) {
    check(config);
    List<Authorizer> authorizers = new ArrayList<>();
    List<RuleResolver> resolvers = new ArrayList<>();
    Optional<PolicyFile> policy = config.policyFile().map(PolicyFile::follow);
    authorizers.add(PrivilegedGroup.masters());
    for (String name : config.modes()) {
      switch (name) {
        case "AlwaysAllow" -> add(new AlwaysAllow(), authorizers, resolvers);
        case "AlwaysDeny" -> add(new AlwaysDeny(), authorizers, resolvers);
        case "ABAC" -> add(policy.orElseThrow().authorizer(), authorizers, resolvers);
        case "RBAC" -> add(rbac, authorizers, resolvers);
        default -> throw new IllegalStateException(name);
      }
    }
    return new Modes(new UnionAuthorizer(authorizers), new UnionRuleResolver(resolvers), policy);
  }

  private static <M extends Authorizer & RuleResolver> void add(
      M mode, List<Authorizer> authorizers, List<RuleResolver> resolvers) {
    authorizers.add(mode);
    resolvers.add(mode);
  }

  private static void check(Authorization config) {
    List<String> names = config.modes();
    List<String> problems = new ArrayList<>();
    if (names.isEmpty()) {
      problems.add("at least one authorization-mode must be passed: " + choice());
    }
    Set<String> seen = new HashSet<>();
    for (String name : names) {
      if (!ALL.contains(name)) {
        problems.add("authorization-mode \"" + name + "\" is not a valid mode: " + choice());
      } else if (!seen.add(name)) {
        problems.add("authorization-mode \"" + name + "\" is given more than once");
      }
    }
    boolean file = config.policyFile().isPresent();
    if (seen.contains("ABAC") && !file) {
      problems.add(
          "authorization-mode ABAC's authorization policy file not passed: add"
              + " --authorization-policy-file");
    }
    if (!seen.contains("ABAC") && file) {
      problems.add("cannot specify --authorization-policy-file without mode ABAC");
    }
    if (!problems.isEmpty()) {
      throw new IllegalArgumentException(String.join("\n", problems));
    }
  }

  private static String choice() {
    return "choose from " + String.join(", ", ALL);
  }

  @Override
  public void close() {
    policy.ifPresent(PolicyFile::close);
  }
}
