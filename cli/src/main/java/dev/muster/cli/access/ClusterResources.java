package dev.muster.cli.access;

import dev.muster.access.question.KnownResource;
import dev.muster.access.question.KnownResources;
import dev.muster.cli.kubeconfig.ClusterApi;
import dev.muster.views.MetaV1.APIGroup;
import dev.muster.views.MetaV1.APIGroupList;
import dev.muster.views.MetaV1.APIResource;
import dev.muster.views.MetaV1.APIResourceList;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** The resources that a cluster's discovery lists. */
final class ClusterResources {
  private ClusterResources() {}

  /** With those of groups that Kubernetes does not have by itself. */
  static KnownResources of(ClusterApi cluster, KnownResources known)
      throws IOException, InterruptedException {
    List<KnownResource> more = new ArrayList<>();
    for (APIGroup group : APIGroupList.of(cluster.get("/apis")).groups()) {
      if (!known.knowsGroup(group.name().text())) {
        String version = group.preferredVersion().groupVersion().text();
        for (APIResource resource :
            APIResourceList.of(cluster.get("/apis/" + version)).resources()) {
          add(group.name().text(), version, resource, more);
        }
      }
    }
    return known.and(more);
  }

  private static void add(
      String group, String version, APIResource resource, List<KnownResource> found) {
    String plural = resource.name().text();
    if (plural.isEmpty() || plural.contains("/")) {
      return;
    }
    List<String> words = new ArrayList<>();
    words.add(plural);
    words.add(resource.singularName().text());
    words.addAll(resource.shortNames().texts());
    found.add(
        new KnownResource(
            group,
            version.substring(version.indexOf('/') + 1),
            resource.namespaced().truth(),
            words));
  }
}
