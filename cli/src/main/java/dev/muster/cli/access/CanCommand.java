package dev.muster.cli.access;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.access.escalation.EscalationPaths;
import dev.muster.access.rights.HeldRight;
import dev.muster.access.rights.Rights;
import dev.muster.access.tree.EscalationTree;
import dev.muster.access.tree.RightTree;
import dev.muster.authz.User;
import dev.muster.base.ServiceAccountName;
import dev.muster.cli.kubeconfig.ClusterApi;
import dev.muster.cli.output.Format;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code muster can}: everything that somebody may do. */
@Command(
    name = "can",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Shows everything that roles and bindings allow somebody, where, what of it is dangerous, and"
          + " the ways by which he can become more than he is."
    },
    footer = {
      "",
      "Without a name it is about oneself. Another authorizer of the cluster may allow more.",
      "",
      "Example:",
      "  muster can --as alice --as-group crew",
      "  muster can shop/cart -f policy/ -o json"
    })
public final class CanCommand implements Callable<Integer> {
  @Parameters(
      arity = "0..1",
      paramLabel = "SERVICEACCOUNT",
      description = "A service account instead of --as: shop/cart, or cart in the namespace of -n.")
  private @Nullable String account;

  @Mixin private AskerFlags asker = new AskerFlags();

  @Option(names = "--rows", description = "A row for each right, not a matrix of namespaces.")
  private boolean asRows;

  @Mixin private PolicyFlags flags = new PolicyFlags();

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws Exception {
    RbacPolicy policy = flags.policy();
    Notes notes = new Notes(spec.commandLine().getErr());
    notes.warn(policy.warnings(), flags.strict());
    User user = user();
    List<HeldRight> rights = Rights.of(policy.snapshot(), user);
    KnownObjects known = flags.objects();
    EscalationPaths ways = EscalationPaths.of(policy.snapshot(), user, known.inventory());
    PrintWriter out = spec.commandLine().getOut();
    if (flags.format == Format.table) {
      print(user, rights, out);
      if (!ways.paths().isEmpty()) {
        WayLines.print(ways.paths(), out);
      }
      known.notes().forEach(notes::note);
      ways.notes().forEach(notes::note);
    } else {
      flags.format.print(tree(rights, ways, known), out);
    }
    return 0;
  }

  private static ObjectNode tree(List<HeldRight> rights, EscalationPaths ways, KnownObjects known) {
    ObjectNode tree = JsonNodeFactory.instance.objectNode();
    tree.set("rights", RightTree.of(rights));
    tree.set("escalationPaths", EscalationTree.of(ways.paths()));
    ArrayNode notes = tree.putArray("notes");
    known.notes().forEach(notes::add);
    ways.notes().forEach(notes::add);
    return tree;
  }

  private User user() throws IOException, InterruptedException {
    if (account != null) {
      if (!asker.oneself()) {
        throw new IllegalArgumentException("name a service account, or somebody with --as");
      }
      int slash = account.indexOf('/');
      String namespace = slash < 0 ? flags.namespace() : account.substring(0, slash);
      return User.authenticated(new ServiceAccountName(namespace, account.substring(slash + 1)));
    }
    if (flags.offline() || !asker.oneself()) {
      return asker.user();
    }
    try (ClusterApi cluster = flags.cluster()) {
      return new ServerReviews(cluster).oneself();
    }
  }

  private void print(User user, List<HeldRight> rights, PrintWriter out) {
    if (user.groups().contains(User.MASTERS)) {
      out.println("members of system:masters may do anything");
    }
    if (rights.isEmpty()) {
      out.println("no role is bound to them");
      out.flush();
      return;
    }
    RightMatrix matrix = new RightMatrix();
    RightRows rows = new RightRows();
    rights.forEach(held -> rows.add(held.right()));
    rights.forEach(held -> matrix.add(held.right()));
    Optional<List<List<String>>> shown = asRows ? Optional.empty() : matrix.rows();
    if (shown.isPresent()) {
      Format.printTable(shown.get(), out);
      out.println(RightMatrix.LEGEND);
      List<List<String>> dangers =
          rows.rows().stream().filter(r -> !r.getLast().isEmpty()).toList();
      if (!dangers.isEmpty()) {
        out.println();
        out.println("dangerous:");
        table(dangers, out);
      }
    } else {
      table(rows.rows(), out);
    }
  }

  private static void table(List<List<String>> rows, PrintWriter out) {
    List<List<String>> table = new ArrayList<>();
    table.add(List.of("WHERE", "RESOURCE", "NAMES", "VERBS", "DANGEROUS"));
    table.addAll(rows);
    Format.printTable(table, out);
  }
}
