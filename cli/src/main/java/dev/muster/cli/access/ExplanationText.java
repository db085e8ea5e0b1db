package dev.muster.cli.access;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.authz.rbac.RbacJson;
import dev.muster.authz.rbac.RbacKind;
import dev.muster.authz.rbac.RbacObject.AnyRole;
import dev.muster.base.go.GoText;
import dev.muster.cli.output.Format;
import dev.muster.model.codec.Yaml;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Prints a server's explanation for people, in the words that answers from roles have. */
final class ExplanationText {
  private final PrintWriter out;

  private ExplanationText(PrintWriter out) {
    this.out = out;
  }

  /** What allows it, or what is missing. */
  static void print(JsonNode status, PrintWriter out) {
    new ExplanationText(out).print(status);
    out.flush();
  }

  private void print(JsonNode status) {
    if (status.path("problem").isTextual()) {
      line("  " + status.path("problem").asText());
    }
    if (status.path("reason").isTextual()) {
      line("  " + status.path("reason").asText());
    }
    String said = status.at("/server/reason").asText();
    if (!status.path("explainedByRoles").asBoolean(true) && !said.isEmpty()) {
      line("  the server says: " + said);
    }
    status.path("notes").forEach(note -> line("  note: " + note.asText()));
    if (status.path("allowed").asBoolean()) {
      for (JsonNode grant : status.path("grants")) {
        JsonNode role = grant.path("role");
        String of = role.path("kind").asText() + " " + GoText.quote(role.path("name").asText());
        line("  " + binding(grant) + " of " + of);
        line("    by its rule " + rule(grant.path("rule")));
      }
      return;
    }
    status.path("problems").forEach(problem -> line("  " + problem.asText()));
    list("nearest:", status.path("nearest"), ExplanationText::nearest);
    list("what is there already would allow it:", status.path("fixes"), ExplanationText::fix);
    if (!status.path("smallestGrant").isEmpty()) {
      line("the smallest grant that would allow it:");
      for (JsonNode object : status.path("smallestGrant")) {
        line("---");
        new String(Yaml.fromTree(object), StandardCharsets.UTF_8).lines().forEach(this::line);
      }
    }
  }

  private interface Words {
    String of(JsonNode entry);
  }

  private void list(String head, JsonNode entries, Words words) {
    if (!entries.isEmpty()) {
      line(head);
      entries.forEach(entry -> line("  " + words.of(entry)));
    }
  }

  private static String nearest(JsonNode miss) {
    List<String> differences = new ArrayList<>();
    miss.path("differences").forEach(each -> differences.add(each.path("detail").asText()));
    String bound = miss.has("binding") ? ", bound by " + binding(miss) : "";
    return name(miss.path("role")) + bound + ": " + String.join(", ", differences);
  }

  private static String fix(JsonNode fix) {
    String group = fix.path("joinGroup").asText();
    String role = " gives " + name(fix.path("role"));
    return group.isEmpty()
        ? "add "
            + GoText.quote(fix.path("addToBinding").asText())
            + " to "
            + binding(fix)
            + ", which"
            + role
        : "let the user be of Group " + GoText.quote(group) + ", to which " + binding(fix) + role;
  }

  private static String binding(JsonNode entry) {
    return name(entry.path("binding"));
  }

  /** {@code RoleBinding "read/default"}, as everywhere. */
  private static String name(JsonNode object) {
    String namespace = object.path("namespace").asText();
    String name = object.path("name").asText();
    return object.path("kind").asText()
        + " "
        + GoText.quote(namespace.isEmpty() ? name : name + "/" + namespace)
        + (object.path("builtIn").asBoolean() ? " (built-in)" : "");
  }

  private static String rule(JsonNode rule) {
    ObjectNode role = JsonNodeFactory.instance.objectNode();
    role.putArray("rules").add(rule);
    return RbacJson.read(RbacKind.CLUSTER_ROLE, role) instanceof AnyRole read
        ? read.rules().getFirst().compact()
        : "";
  }

  private void line(String text) {
    out.println(Format.harmless(text));
  }
}
