package dev.muster.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.muster.authz.Attributes;
import dev.muster.authz.User;
import dev.muster.authz.abac.AbacAuthorizer;
import dev.muster.authz.abac.AbacPolicy;
import dev.muster.authz.abac.AbacPolicyException;
import dev.muster.authz.abac.PolicyLine;
import java.util.List;

/** A text, read as a policy file. */
class AbacFuzzTest {
  @FuzzTest
  void grantsToWhomItNames(byte[] input) {
    AbacPolicy policy;
    try {
      policy = AbacPolicy.parse("policy", Inputs.text(input));
    } catch (AbacPolicyException refused) {
      assertThat(refused.badLines()).isNotEmpty();
      return;
    }
    List<PolicyLine> lines = policy.lines();
    AbacAuthorizer authorizer = new AbacAuthorizer(policy);
    // no line can name this user, and without groups nobody is anybody
    User nobody = User.of("\0");
    for (String verb : List.of("get", "create")) {
      assertThat(authorizer.authorize(secrets(nobody, verb)).allowed()).isFalse();
      boolean granted = authorizer.authorize(secrets(User.of("alice", "dev"), verb)).allowed();
      assertThat(granted).isEqualTo(lines.stream().anyMatch(line -> grants(line, verb)));
    }
  }

  private static Attributes secrets(User user, String verb) {
    return Attributes.resource(user, verb, "", "v1", "secrets", "", "default", "");
  }

  private static boolean grants(PolicyLine line, String verb) {
    boolean hers =
        line.user().equals("alice") && (line.group().isEmpty() || line.group().equals("dev"))
            || line.user().isEmpty() && line.group().equals("dev");
    return hers
        && (!line.readonly() || verb.equals("get"))
        && (line.namespace().equals("*") || line.namespace().equals("default"))
        && (line.resource().equals("*") || line.resource().equals("secrets"))
        && (line.apiGroup().equals("*") || line.apiGroup().isEmpty());
  }
}
