package dev.muster.cli.access;

import dev.muster.authz.node.NodeGraph;
import dev.muster.cli.kubeconfig.ClusterApi;
import dev.muster.cli.kubeconfig.KubeconfigFlag;
import dev.muster.cli.manifests.Manifest;
import dev.muster.cli.manifests.ManifestFiles;
import dev.muster.cli.output.Format;
import dev.muster.client.kubeconfig.ClientConfig;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Which policy, and how to print. */
final class PolicyFlags {
  @Option(
      names = {"-f", "--filename"},
      paramLabel = "PATH",
      description = "Files or directories with roles and bindings, instead of a cluster; - reads.")
  private List<Path> files = List.of();

  @Option(
      names = "--with-defaults",
      description = "With -f: on top of the roles and bindings that every cluster starts with.")
  private boolean withDefaults;

  @Option(names = "--strict", description = "Warnings are errors.")
  private boolean strict;

  @Mixin private KubeconfigFlag kubeconfig = new KubeconfigFlag();

  @Option(
      names = {"-n", "--namespace"},
      paramLabel = "NAMESPACE",
      description = "Where (default: the kubeconfig's namespace, or default).")
  private @Nullable String namespace;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORMAT",
      defaultValue = "table",
      description = "table, json or yaml (default: ${DEFAULT-VALUE}).")
  Format format = Format.table;

  /** The cluster's kubeconfig, once it is needed. */
  private @Nullable ClientConfig read;

  /** The files' objects, once they are needed. */
  private @Nullable List<Manifest> manifests;

  /** Whether files are asked, not a cluster. */
  boolean offline() {
    return !files.isEmpty();
  }

  /** What was given with -f. */
  List<Path> files() {
    return files;
  }

  boolean withDefaults() {
    return withDefaults;
  }

  boolean strict() {
    return strict;
  }

  /** The cluster to ask. */
  ClusterApi cluster() {
    return new ClusterApi(config());
  }

  /** Roles and bindings. */
  RbacPolicy policy() throws IOException, InterruptedException {
    if (offline()) {
      return RbacPolicy.inManifests(manifests(), withDefaults);
    }
    try (ClusterApi api = cluster()) {
      return RbacPolicy.of(api);
    }
  }

  /** Standard input can be read only once. */
  private List<Manifest> manifests() throws IOException {
    if (manifests == null) {
      manifests = ManifestFiles.documents(files);
    }
    return manifests;
  }

  /** What nodes have to do with. */
  NodeGraph graph() throws IOException, InterruptedException {
    if (offline()) {
      return NodePolicy.inFiles(files);
    }
    try (ClusterApi api = cluster()) {
      return NodePolicy.of(api);
    }
  }

  /** What is there beside roles and bindings. */
  KnownObjects objects() throws IOException, InterruptedException {
    if (offline()) {
      return KnownObjects.in(manifests());
    }
    try (ClusterApi api = cluster()) {
      return KnownObjects.of(api);
    }
  }

  /** Whether the user said where. */
  boolean namesNamespace() {
    return namespace != null;
  }

  /** The namespace that is meant if none is named; that of a kubeconfig only where one is read. */
  String namespace() {
    if (namespace != null) {
      return namespace;
    }
    return !offline() && read != null ? read.namespace() : "default";
  }

  /** Which cluster that is, and as whom one asks. */
  ClientConfig config() {
    if (read == null) {
      read = ClientConfig.read(kubeconfig.file());
    }
    return read;
  }
}
