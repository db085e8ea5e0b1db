package dev.muster.cli.access;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.access.change.ChangeReport;
import dev.muster.access.change.PolicyAfter;
import dev.muster.access.change.PolicyObjectChanges;
import dev.muster.access.policy.PolicyDocuments;
import dev.muster.authz.rbac.RbacSnapshot;
import dev.muster.cli.kubeconfig.ClusterApi;
import dev.muster.cli.kubeconfig.KubeconfigFlag;
import dev.muster.cli.manifests.Manifest;
import dev.muster.cli.manifests.ManifestFiles;
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
      "Shows who gains and who loses what if roles, bindings, lines of ABAC, memberships of groups,"
          + " PodSecurityPolicies and policies of admission change. Exits 3 if somebody gains"
          + " something dangerous, or a way to it."
    },
    footer = {
      "",
      "Of admission it is said which requests are asked about, not what is answered.",
      "",
      "Example:",
      "  muster what-if -f change.yaml",
      "  muster what-if -f change.yaml --on policy/ -o markdown",
      "  muster what-if --join alice=crew"
    })
public final class WhatIfCommand implements Callable<Integer> {
  private static final int DANGEROUS = 3;

  @Option(
      names = {"-f", "--filename"},
      paramLabel = "PATH",
      description = "Files or directories with what is to be applied; - reads.")
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

  @Mixin private OtherModes others = new OtherModes();

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
    List<Manifest> manifests = ManifestFiles.documents(files);
    PolicyDocuments change = RbacPolicy.documentsOf(manifests);
    notes.warn(change.warnings(), strict);
    List<ObjectNode> changed = manifests.stream().map(Manifest::tree).toList();
    Current there = current(changed, notes);
    if (change.objects().isEmpty() && !others.changes() && !PolicyObjectChanges.decide(changed)) {
      throw new IOException("there is nothing in what is to change that decides who may do what");
    }
    RbacSnapshot before = there.roles();
    RbacSnapshot after =
        PolicyAfter.of(before, change.objects(), PolicyAfter.Deed.of(delete, prune));
    ChangeReport report =
        ChangeReport.between(
            others.before(before, changed, delete),
            others.after(after, changed, delete),
            new PolicyObjectChanges(there.objects(), changed, PolicyAfter.Deed.of(delete, prune)),
            there.known().inventory(),
            there.known().notes());
    format.print(report, spec.commandLine().getOut());
    report.notes().forEach(notes::note);
    return report.dangerous() ? DANGEROUS : 0;
  }

  /** What is there: roles and bindings, and other objects as far as they are read. */
  private record Current(RbacSnapshot roles, List<ObjectNode> objects, KnownObjects known) {}

  private Current current(List<ObjectNode> change, Notes notes)
      throws IOException, InterruptedException {
    if (!base.isEmpty()) {
      List<Manifest> manifests = ManifestFiles.documents(base);
      RbacPolicy policy = RbacPolicy.inManifests(manifests, withDefaults);
      notes.warn(policy.warnings(), strict);
      List<ObjectNode> objects = manifests.stream().map(Manifest::tree).toList();
      return new Current(policy.snapshot(), objects, KnownObjects.in(manifests));
    }
    try (ClusterApi cluster = new ClusterApi(ClientConfig.read(kubeconfig.file()))) {
      return new Current(
          RbacPolicy.of(cluster).snapshot(),
          AdmissionObjects.of(cluster, change),
          KnownObjects.of(cluster));
    }
  }
}
