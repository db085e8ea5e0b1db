package dev.muster.cli.access;

import dev.muster.access.rights.HeldRight;
import dev.muster.access.rights.Rights;
import dev.muster.access.tree.RightTree;
import dev.muster.authz.User;
import dev.muster.cli.kubeconfig.ClusterApi;
import dev.muster.cli.output.Format;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code muster can}: everything that somebody may do. */
@Command(
    name = "can",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Shows everything that roles and bindings allow somebody, where, and what of it is dangerous."
    },
    footer = {
      "",
      "Without --as it is about oneself. Another authorizer of the cluster may allow more.",
      "",
      "Example:",
      "  muster can --as alice --as-group crew",
      "  muster can --as system:serviceaccount:shop:cart -f policy/ -o json"
    })
public final class CanCommand implements Callable<Integer> {
  @Mixin private AskerFlags asker = new AskerFlags();

  @Mixin private PolicyFlags flags = new PolicyFlags();

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws Exception {
    RbacPolicy policy = flags.policy();
    new Notes(spec.commandLine().getErr()).warn(policy.warnings(), flags.strict());
    User user = user();
    List<HeldRight> rights = Rights.of(policy.snapshot(), user);
    PrintWriter out = spec.commandLine().getOut();
    if (flags.format == Format.table) {
      print(user, rights, out);
    } else {
      flags.format.print(RightTree.of(rights), out);
    }
    return 0;
  }

  private User user() throws IOException, InterruptedException {
    if (flags.offline() || !asker.oneself()) {
      return asker.user();
    }
    try (ClusterApi cluster = flags.cluster()) {
      return new ServerReviews(cluster).oneself();
    }
  }

  private static void print(User user, List<HeldRight> rights, PrintWriter out) {
    if (user.groups().contains(User.MASTERS)) {
      out.println("members of system:masters may do anything");
    }
    if (rights.isEmpty()) {
      out.println("no role is bound to them");
      out.flush();
      return;
    }
    RightRows rows = new RightRows();
    rights.forEach(held -> rows.add(held.right()));
    List<List<String>> table = new ArrayList<>();
    table.add(List.of("WHERE", "RESOURCE", "NAMES", "VERBS", "DANGEROUS"));
    table.addAll(rows.rows());
    Format.printTable(table, out);
  }
}
