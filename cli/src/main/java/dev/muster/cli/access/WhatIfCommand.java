package dev.muster.cli.access;

import dev.muster.access.change.AccessChange;
import dev.muster.access.change.PolicyAfter;
import dev.muster.access.change.SubjectChange;
import dev.muster.access.policy.PolicyDocuments;
import dev.muster.authz.rbac.RbacSnapshot;
import dev.muster.cli.kubeconfig.ClusterApi;
import dev.muster.cli.kubeconfig.KubeconfigFlag;
import dev.muster.client.kubeconfig.ClientConfig;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code muster what-if}: who gains and who loses what by a change, before it is made. */
@Command(
    name = "what-if",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Shows who gains and who loses what if roles and bindings are applied, or deleted. Exits 3 if"
          + " somebody gains something dangerous."
    },
    footer = {
      "",
      "What other kinds of objects would change is not looked at: they are told of and passed over.",
      "",
      "Example:",
      "  muster what-if -f change.yaml",
      "  muster what-if -f change.yaml --on policy/ -o markdown"
    })
public final class WhatIfCommand implements Callable<Integer> {
  private static final int DANGEROUS = 3;

  @Option(
      names = {"-f", "--filename"},
      required = true,
      paramLabel = "PATH",
      description = "Files or directories with the roles and bindings to apply; - reads.")
  private List<Path> files = List.of();

  @Option(names = "--delete", description = "They are deleted, not applied.")
  private boolean delete;

  @Option(names = "--prune", description = "Roles and bindings that are not in them are deleted.")
  private boolean prune;

  @Option(
      names = "--on",
      paramLabel = "PATH",
      description = "Files or directories with what is there now, instead of a cluster.")
  private List<Path> base = List.of();

  @Option(
      names = "--with-defaults",
      description = "With --on: and the roles and bindings that every cluster starts with.")
  private boolean withDefaults;

  @Option(names = "--strict", description = "Warnings are errors.")
  private boolean strict;

  @Mixin private KubeconfigFlag kubeconfig = new KubeconfigFlag();

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORMAT",
      defaultValue = "table",
      description = "table, json, yaml or markdown (default: ${DEFAULT-VALUE}).")
  private ChangeFormat format = ChangeFormat.table;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws Exception {
    if (prune && delete) {
      throw new IllegalArgumentException("--delete and --prune exclude each other");
    }
    Notes notes = new Notes(spec.commandLine().getErr());
    PolicyDocuments change = RbacPolicy.documents(files);
    notes.warn(change.warnings(), strict);
    if (change.objects().isEmpty()) {
      throw new IOException("there is no role or binding in what is to change");
    }
    RbacSnapshot before = before(notes);
    List<SubjectChange> changes =
        AccessChange.between(before, PolicyAfter.of(before, change.objects(), deed()));
    format.print(changes, spec.commandLine().getOut());
    return changes.stream().anyMatch(SubjectChange::dangerous) ? DANGEROUS : 0;
  }

  private RbacSnapshot before(Notes notes) throws IOException, InterruptedException {
    if (!base.isEmpty()) {
      RbacPolicy policy = RbacPolicy.inFiles(base, withDefaults);
      notes.warn(policy.warnings(), strict);
      return policy.snapshot();
    }
    try (ClusterApi cluster = new ClusterApi(ClientConfig.read(kubeconfig.file()))) {
      return RbacPolicy.of(cluster).snapshot();
    }
  }

  private PolicyAfter.Deed deed() {
    if (delete) {
      return PolicyAfter.Deed.DELETE;
    }
    return prune ? PolicyAfter.Deed.PRUNE : PolicyAfter.Deed.APPLY;
  }
}
