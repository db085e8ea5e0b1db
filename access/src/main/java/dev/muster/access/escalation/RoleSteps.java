package dev.muster.access.escalation;

import com.fasterxml.jackson.databind.node.NullNode;
import dev.muster.base.go.GoText;
import dev.muster.views.RbacV1.MutableClusterRole;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Steps that write roles; an empty home is the cluster. */
final class RoleSteps {
  private final PathSearch search;
  private final BindingLines bindings;

  RoleSteps(PathSearch search) {
    this.search = search;
    this.bindings = new BindingLines(search);
  }

  EscalationStep bind(String home, String name, String scope, Fact by) {
    return new EscalationStep(
        "bind it to oneself" + BindingLines.place(scope),
        bindings.line(by, scope, home.isEmpty(), name));
  }

  EscalationStep create(
      String home, String name, Fact by, List<?> rules, Map<String, String> labels) {
    return new EscalationStep(
        "create "
            + kind(home)
            + " "
            + GoText.quote(name)
            + (rules.isEmpty() ? " without rules" : " with all rights")
            + (labels.isEmpty() ? "" : ", with labels by which others gather it"),
        "printf %s "
            + ShellText.quote(RoleLabels.object(home, name, !rules.isEmpty(), labels).toString())
            + " | "
            + search.kubectl.line(by, home, "create -f -"));
  }

  EscalationStep patch(String home, String name, Set<Fact> hands) {
    return patch(home, name, hands, Map.of(), "");
  }

  EscalationStep patch(
      String home, String name, Set<Fact> hands, Map<String, String> labels, String whole) {
    MutableClusterRole patch = MutableClusterRole.create();
    if (home.isEmpty()) {
      patch.aggregationRule().set(NullNode.getInstance());
    }
    RoleLabels.everything(patch);
    if (!labels.isEmpty()) {
      labels.forEach(patch.metadata().ensure().labels().map()::put);
    }
    return new EscalationStep(
        "give "
            + kind(home)
            + " "
            + GoText.quote(name)
            + " all rights"
            + (whole.isEmpty() ? "" : ", which ClusterRole " + GoText.quote(whole) + " gathers"),
        search.kubectl.patch(
            GivingRoles.actor(hands, search.self()),
            home,
            home.isEmpty() ? "clusterroles" : "roles",
            name,
            patch.tree()));
  }

  private static String kind(String home) {
    return home.isEmpty() ? "ClusterRole" : "Role";
  }
}
