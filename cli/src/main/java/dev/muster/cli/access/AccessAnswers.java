package dev.muster.cli.access;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.authz.Attributes;
import dev.muster.authz.Refusal;
import dev.muster.authz.rbac.RbacGrant;
import dev.muster.authz.rbac.RbacJson;
import dev.muster.authz.rbac.explain.Difference;
import dev.muster.authz.rbac.explain.Explanation;
import dev.muster.authz.rbac.explain.NearMiss;
import dev.muster.model.codec.Yaml;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** Prints explanations. */
final class AccessAnswers {
  private AccessAnswers() {}

  static void print(Attributes request, Explanation why, Format format, PrintWriter out) {
    if (format == Format.table) {
      switch (why) {
        case Explanation.Allowed allowed -> print(allowed, out);
        case Explanation.Refused refused -> print(request, refused, out);
      }
      out.flush();
    } else {
      format.print(
          switch (why) {
            case Explanation.Allowed allowed -> tree(allowed);
            case Explanation.Refused refused -> tree(refused);
          },
          out);
    }
  }

  /** Members of the group are allowed before any policy is asked. */
  static void printMasters(Format format, PrintWriter out) {
    String reason = "members of system:masters may do anything";
    if (format == Format.table) {
      out.println("yes: " + reason);
      out.flush();
    } else {
      format.print(
          JsonNodeFactory.instance.objectNode().put("allowed", true).put("reason", reason), out);
    }
  }

  private static void print(Explanation.Allowed allowed, PrintWriter out) {
    out.println("yes");
    for (RbacGrant grant : allowed.grants()) {
      out.println("  " + grant.describe());
      out.println("    by its rule " + grant.rule().compact());
    }
  }

  private static void print(Attributes request, Explanation.Refused refused, PrintWriter out) {
    out.println("no: " + Refusal.message(request, ""));
    refused.problems().forEach(problem -> out.println("  " + problem));
    if (!refused.nearest().isEmpty()) {
      out.println("nearest:");
      refused.nearest().forEach(miss -> out.println("  " + miss.describe()));
    }
    out.println("the smallest grant that would allow it:");
    out.println("---");
    out.print(yaml(RbacJson.write(refused.smallest().role())));
    out.println("---");
    out.print(yaml(RbacJson.write(refused.smallest().binding())));
  }

  private static String yaml(ObjectNode tree) {
    return new String(Yaml.fromTree(tree), StandardCharsets.UTF_8);
  }

  private static ObjectNode tree(Explanation.Allowed allowed) {
    ObjectNode tree = JsonNodeFactory.instance.objectNode();
    tree.put("allowed", true);
    ArrayNode grants = tree.putArray("grants");
    allowed.grants().forEach(grant -> grants.add(Named.tree(grant)));
    return tree;
  }

  private static ObjectNode tree(Explanation.Refused refused) {
    ObjectNode tree = JsonNodeFactory.instance.objectNode();
    tree.put("allowed", false);
    ArrayNode problems = tree.putArray("problems");
    refused.problems().forEach(problems::add);
    ArrayNode nearest = tree.putArray("nearest");
    for (NearMiss miss : refused.nearest()) {
      ObjectNode entry = nearest.addObject();
      miss.binding().ifPresent(binding -> entry.set("binding", Named.tree(binding)));
      entry.set("role", Named.tree(miss.role()));
      entry.set("rule", Named.tree(miss.rule()));
      ArrayNode differences = entry.putArray("differences");
      for (Difference difference : miss.differences()) {
        differences
            .addObject()
            .put("kind", difference.kind().name().toLowerCase(Locale.ROOT))
            .put("detail", difference.detail());
      }
    }
    ArrayNode grant = tree.putArray("smallestGrant");
    grant.add(RbacJson.write(refused.smallest().role()));
    grant.add(RbacJson.write(refused.smallest().binding()));
    return tree;
  }
}
