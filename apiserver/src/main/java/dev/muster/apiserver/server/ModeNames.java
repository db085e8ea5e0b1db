package dev.muster.apiserver.server;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Which modes can be chosen, and what each of them needs. */
final class ModeNames {
  /** The modes that come with the server. */
  static final List<String> OURS =
      List.of("ABAC", "AlwaysAllow", "AlwaysDeny", "Node", "RBAC", "Webhook");

  private ModeNames() {}

  /**
   * Looks for mistakes.
   *
   * @param found the modes of plugins
   * @throws IllegalArgumentException with every problem there is, one a line
   */
  static void check(Authorization config, Set<String> found) {
    List<String> problems = new ArrayList<>();
    List<String> choice = new ArrayList<>(OURS);
    choice.addAll(found);
    String choose = "choose from " + String.join(", ", choice);
    if (config.modes().isEmpty()) {
      problems.add("at least one authorization-mode must be passed: " + choose);
    }
    Set<String> seen = new HashSet<>();
    for (String name : config.modes()) {
      if (!choice.contains(name)) {
        problems.add("authorization-mode \"" + name + "\" is not a valid mode: " + choose);
      } else if (!seen.add(name)) {
        problems.add("authorization-mode \"" + name + "\" is given more than once");
      }
    }
    checkPolicyFile(config, seen.contains("ABAC"), problems);
    checkWebhook(seen.contains("Webhook"), config.webhook().isPresent(), problems);
    if (!problems.isEmpty()) {
      throw new IllegalArgumentException(String.join("\n", problems));
    }
  }

  private static void checkPolicyFile(Authorization config, boolean abac, List<String> problems) {
    boolean file = config.policyFile().isPresent();
    if (abac && !file) {
      problems.add(
          "authorization-mode ABAC's authorization policy file not passed: add"
              + " --authorization-policy-file");
    }
    if (!abac && file) {
      problems.add("cannot specify --authorization-policy-file without mode ABAC");
    }
  }

  private static void checkWebhook(boolean on, boolean file, List<String> problems) {
    if (on && !file) {
      problems.add(
          "authorization-mode Webhook's authorization config file not passed: add"
              + " --authorization-webhook-config-file");
    }
    if (!on && file) {
      problems.add("cannot specify --authorization-webhook-config-file without mode Webhook");
    }
  }
}
