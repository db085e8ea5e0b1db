package dev.muster.cli.access;

import dev.muster.access.policy.PolicyDocument;
import dev.muster.access.policy.PolicyDocuments;
import dev.muster.access.question.KnownResources;
import dev.muster.authz.rbac.Aggregation;
import dev.muster.authz.rbac.RbacIndex;
import dev.muster.authz.rbac.RbacJson;
import dev.muster.authz.rbac.RbacKind;
import dev.muster.authz.rbac.RbacObject;
import dev.muster.authz.rbac.RbacSnapshot;
import dev.muster.authz.rbac.defaults.DefaultPolicy;
import dev.muster.cli.kubeconfig.ClusterApi;
import dev.muster.cli.manifests.Manifest;
import dev.muster.cli.manifests.ManifestFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The roles and bindings that a question is about.
 *
 * @param warnings what looks wrong in the files that they came from
 */
record RbacPolicy(RbacIndex index, List<String> warnings) {
  private static final String LISTS = "/apis/rbac.authorization.k8s.io/v1/";

  RbacSnapshot snapshot() {
    return index.snapshot();
  }

  /** What files say, and what looks wrong in them. */
  static PolicyDocuments documents(List<Path> paths) throws IOException {
    return documentsOf(ManifestFiles.documents(paths));
  }

  /** The same of what was read already. */
  static PolicyDocuments documentsOf(List<Manifest> manifests) {
    return PolicyDocuments.read(
        manifests.stream()
            .map(manifest -> new PolicyDocument(manifest.place(), manifest.tree()))
            .toList(),
        KnownResources.builtIn());
  }

  /** What files say, and nothing else, unless on top of what every cluster starts with. */
  static RbacPolicy inFiles(List<Path> paths, boolean withDefaults) throws IOException {
    return inManifests(ManifestFiles.documents(paths), withDefaults);
  }

  /** The same of files that were read. */
  static RbacPolicy inManifests(List<Manifest> manifests, boolean withDefaults) {
    PolicyDocuments read = documentsOf(manifests);
    List<RbacObject> objects = new ArrayList<>();
    if (withDefaults) {
      objects.addAll(DefaultPolicy.objects());
    }
    objects.addAll(read.objects());
    RbacIndex index = new RbacIndex();
    index.putAll(Aggregation.apply(objects));
    return new RbacPolicy(index, read.warnings());
  }

  /** What a cluster has now; it must allow its user to list roles and bindings. */
  static RbacPolicy of(ClusterApi cluster) throws IOException, InterruptedException {
    List<RbacObject> objects = new ArrayList<>();
    for (RbacKind kind : RbacKind.values()) {
      cluster.list(LISTS + kind.resource()).forEach(item -> objects.add(RbacJson.read(kind, item)));
    }
    RbacIndex index = new RbacIndex();
    index.replaceAll(objects);
    return new RbacPolicy(index, List.of());
  }
}
