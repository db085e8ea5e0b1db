package dev.muster.cli.access;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.authz.rbac.RbacJson;
import dev.muster.authz.rbac.RbacKind;
import dev.muster.authz.rbac.RbacObject.AnyRole;
import dev.muster.base.go.GoText;
import dev.muster.cli.output.Format;
import dev.muster.model.codec.Yaml;
import dev.muster.views.AccessV1.AccessExplanationStatus;
import dev.muster.views.AccessV1.AccessFix;
import dev.muster.views.AccessV1.AccessGrant;
import dev.muster.views.AccessV1.NearMiss;
import dev.muster.views.AccessV1.PolicyObjectReference;
import dev.muster.views.RbacV1.MutableClusterRole;
import dev.muster.views.RbacV1.PolicyRule;
import dev.muster.views.ViewList;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Prints a server's explanation for people, in the words that answers from roles have. */
final class ExplanationText {
  private final PrintWriter out;

  private ExplanationText(PrintWriter out) {
    this.out = out;
  }

  /** What allows it, or what is missing. */
  static void print(AccessExplanationStatus status, PrintWriter out) {
    new ExplanationText(out).print(status);
    out.flush();
  }

  private void print(AccessExplanationStatus status) {
    if (status.problem().present()) {
      line("  " + status.problem().text());
    }
    if (status.reason().present()) {
      line("  " + status.reason().text());
    }
    String said = status.server().reason().text();
    if (!status.explainedByRoles().optionalTruth().orElse(true) && !said.isEmpty()) {
      line("  the server says: " + said);
    }
    status.notes().texts().forEach(note -> line("  note: " + note));
    if (status.allowed().truth()) {
      for (AccessGrant grant : status.grants()) {
        PolicyObjectReference role = grant.role();
        String of = role.kind().text() + " " + GoText.quote(role.name().text());
        line("  " + name(grant.binding()) + " of " + of);
        line("    by its rule " + rule(grant.rule()));
      }
      return;
    }
    status.problems().texts().forEach(problem -> line("  " + problem));
    list("nearest:", status.nearest(), ExplanationText::nearest);
    list("what is there already would allow it:", status.fixes(), ExplanationText::fix);
    if (!status.smallestGrant().empty()) {
      line("the smallest grant that would allow it:");
      for (JsonNode object : status.smallestGrant().node()) {
        line("---");
        new String(Yaml.fromTree(object), StandardCharsets.UTF_8).lines().forEach(this::line);
      }
    }
  }

  private <V> void list(String head, ViewList<V> entries, Function<V, String> words) {
    if (!entries.isEmpty()) {
      line(head);
      entries.forEach(entry -> line("  " + words.apply(entry)));
    }
  }

  private static String nearest(NearMiss miss) {
    List<String> differences = new ArrayList<>();
    miss.differences().forEach(each -> differences.add(each.detail().text()));
    String bound = miss.binding().present() ? ", bound by " + name(miss.binding()) : "";
    return name(miss.role()) + bound + ": " + String.join(", ", differences);
  }

  private static String fix(AccessFix fix) {
    String group = fix.joinGroup().text();
    String binding = name(fix.binding());
    String role = " gives " + name(fix.role());
    return group.isEmpty()
        ? "add " + GoText.quote(fix.addToBinding().text()) + " to " + binding + ", which" + role
        : "let the user be of Group " + GoText.quote(group) + ", to which " + binding + role;
  }

  /** {@code RoleBinding "read/default"}, as everywhere. */
  private static String name(PolicyObjectReference object) {
    String namespace = object.namespace().text();
    String name = object.name().text();
    return object.kind().text()
        + " "
        + GoText.quote(namespace.isEmpty() ? name : name + "/" + namespace)
        + (object.builtIn().truth() ? " (built-in)" : "");
  }

  private static String rule(PolicyRule rule) {
    MutableClusterRole role = MutableClusterRole.create();
    role.rules().list().add(rule.tree());
    return RbacJson.read(RbacKind.CLUSTER_ROLE, role.tree()) instanceof AnyRole read
        ? read.rules().getFirst().compact()
        : "";
  }

  private void line(String text) {
    out.println(Format.harmless(text));
  }
}
