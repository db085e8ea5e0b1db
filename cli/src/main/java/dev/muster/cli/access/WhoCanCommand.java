package dev.muster.cli.access;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.authz.Attributes;
import dev.muster.authz.User;
import dev.muster.authz.rbac.RbacGrant;
import dev.muster.authz.rbac.Subject;
import dev.muster.authz.rbac.explain.Grantee;
import dev.muster.authz.rbac.explain.PolicyQuestions;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code muster who-can}: everyone whom RBAC allows something. */
@Command(
    name = "who-can",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = "Lists everyone whom roles and bindings allow something.",
    footer = {
      "",
      "Members of system:masters may do anything and are listed only where bindings name them.",
      "",
      "Example:",
      "  muster who-can get secrets db-password -n prod -f policy/"
    })
public final class WhoCanCommand implements Callable<Integer> {
  @Parameters(index = "0", paramLabel = "VERB", description = "As get, list, create.")
  private String verb = "";

  @Parameters(index = "1", paramLabel = "RESOURCE", description = "As pods, deploy/scale, /logs.")
  private String resource = "";

  @Parameters(index = "2", arity = "0..1", paramLabel = "NAME", description = "Of one object.")
  private @Nullable String name;

  @Mixin private PolicyFlags flags = new PolicyFlags();

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws Exception {
    PolicyFlags.Asked asked = flags.read();
    Attributes request = new What(verb, resource, name).by(User.of(""), asked.namespace());
    List<Grantee> all = new PolicyQuestions(asked.policy().snapshot()).whoCan(request);
    PrintWriter out = spec.commandLine().getOut();
    if (flags.format == Format.table) {
      printTable(all, out);
    } else {
      flags.format.print(tree(all), out);
    }
    return 0;
  }

  private static void printTable(List<Grantee> all, PrintWriter out) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("KIND", "NAMESPACE", "NAME", "BINDING", "ROLE"));
    for (Grantee grantee : all) {
      Subject subject = grantee.subject();
      for (RbacGrant grant : grantee.grants()) {
        rows.add(
            List.of(
                subject.kind(),
                subject.namespace(),
                subject.name(),
                Named.of(grant.binding()),
                Named.of(grant.role())));
      }
    }
    Format.printTable(rows, out);
  }

  private static ArrayNode tree(List<Grantee> all) {
    ArrayNode list = JsonNodeFactory.instance.arrayNode();
    for (Grantee grantee : all) {
      ObjectNode entry = list.addObject();
      entry.put("kind", grantee.subject().kind()).put("name", grantee.subject().name());
      if (!grantee.subject().namespace().isEmpty()) {
        entry.put("namespace", grantee.subject().namespace());
      }
      ArrayNode grants = entry.putArray("grants");
      grantee.grants().forEach(grant -> grants.add(Named.tree(grant)));
    }
    return list;
  }
}
