package dev.muster.cli.cases;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.access.tree.Named;
import dev.muster.authz.Attributes;
import dev.muster.authz.Decision;
import dev.muster.authz.User;
import dev.muster.authz.rbac.PolicyRule;
import dev.muster.authz.rbac.RbacGrant;
import dev.muster.authz.rbac.RbacObject;
import dev.muster.authz.rbac.RbacObject.AnyRole;
import dev.muster.authz.rbac.RbacSnapshot;
import dev.muster.base.ServiceAccountName;
import dev.muster.cli.manifests.Manifest;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which parts of a policy decided something in some case. A rule and a binding count if they
 * allowed, a PodSecurityPolicy if it admitted, a validation and its binding if they refused.
 */
final class Coverage {
  private static final Pattern DENIED =
      Pattern.compile("'([^']*)' with binding '([^']*)' denied request: (.*)", Pattern.DOTALL);
  private static final String PSP = "kubernetes.io/psp";

  private final List<RbacObject> objects;
  private final RbacSnapshot policy;
  private final List<PolicyValidation> validations = new ArrayList<>();
  private final List<PolicyPart> parts = new ArrayList<>();
  private final Set<PolicyPart> touched = new HashSet<>();

  /**
   * Begins with nothing touched.
   *
   * @param objects the roles and bindings of the files
   * @param policy all roles and bindings that the server has
   */
  Coverage(List<Manifest> files, List<RbacObject> objects, RbacSnapshot policy) {
    this.objects = objects;
    this.policy = policy;
    objects.stream()
        .filter(object -> Named.mark(object).isEmpty()) // those that every cluster has are not ours
        .forEach(object -> parts.addAll(PolicyPart.of(object)));
    for (Manifest manifest : files) {
      JsonNode tree = manifest.tree();
      validations.addAll(PolicyValidation.of(tree));
      switch (tree.path("kind").asText()) {
        case "PodSecurityPolicy",
            "ValidatingAdmissionPolicyBinding",
            "MutatingAdmissionPolicyBinding" ->
            parts.add(PolicyPart.of(tree));
        default -> {
          // not what decides, or by its parts
        }
      }
    }
    validations.forEach(validation -> parts.add(validation.part()));
  }

  /** An authorizer was asked this. */
  void asked(Attributes request) {
    if (policy.authorize(request) instanceof Decision.Allow allow
        && allow.by() instanceof RbacGrant grant) {
      touched.add(PolicyPart.binding(grant.binding()));
      touched.add(PolicyPart.rule(grant.role(), grant.rule()));
      if (grant.role() instanceof RbacObject.ClusterRole role && !role.aggregation().isEmpty()) {
        aggregated(grant.rule());
      }
    }
  }

  /** What a role has gathered counts where it was written. */
  private void aggregated(PolicyRule rule) {
    for (RbacObject object : objects) {
      if (object instanceof AnyRole role && role.rules().contains(rule)) {
        touched.add(PolicyPart.rule(role, rule));
      }
    }
  }

  /** An admission policy may have refused it. */
  void refused(TrialAnswer answer) {
    if (answer.ok()) {
      return;
    }
    Matcher denied = DENIED.matcher(answer.message());
    if (denied.find()) {
      touched.add(PolicyPart.named("ValidatingAdmissionPolicyBinding", denied.group(2)));
      validations.stream()
          .filter(validation -> validation.denies(denied.group(1), denied.group(3)))
          .forEach(validation -> touched.add(validation.part()));
    }
  }

  /** A PodSecurityPolicy may have admitted it, because its creator or its account may use it. */
  void admitted(AccessCase test, JsonNode object) {
    String name = object.path("metadata").path("annotations").path(PSP).asText();
    if (name.isEmpty()) {
      return;
    }
    touched.add(PolicyPart.named("PodSecurityPolicy", name));
    String namespace = object.at("/metadata/namespace").asText();
    String account = object.at("/spec/serviceAccountName").asText("default");
    User pod = User.authenticated(new ServiceAccountName(namespace, account));
    for (String group : List.of("policy", "extensions")) {
      for (User user : List.of(test.user(), pod)) {
        asked(
            Attributes.resource(
                user, "use", group, "*", "podsecuritypolicies", "", namespace, name));
      }
    }
  }

  /** A binding without which something would have come out otherwise. */
  void mutated(String binding) {
    touched.add(PolicyPart.named("MutatingAdmissionPolicyBinding", binding));
  }

  /** What no case touched, in the order of the files. */
  List<PolicyPart> untouched() {
    return parts.stream().distinct().filter(part -> !touched.contains(part)).toList();
  }

  /** How many parts there are. */
  int size() {
    return (int) parts.stream().distinct().count();
  }
}
