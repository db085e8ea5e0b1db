package dev.muster.cli.access;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.access.question.KnownResource;
import dev.muster.access.question.KnownResources;
import dev.muster.cli.kubeconfig.ClusterApi;
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
    for (JsonNode group : cluster.get("/apis").path("groups")) {
      if (!known.knowsGroup(group.path("name").asText())) {
        String version = group.at("/preferredVersion/groupVersion").asText();
        for (JsonNode resource : cluster.get("/apis/" + version).path("resources")) {
          add(group.path("name").asText(), version, resource, more);
        }
      }
    }
    return known.and(more);
  }

  private static void add(
      String group, String version, JsonNode resource, List<KnownResource> found) {
    String plural = resource.path("name").asText();
    if (plural.isEmpty() || plural.contains("/")) {
      return;
    }
    List<String> words = new ArrayList<>();
    words.add(plural);
    words.add(resource.path("singularName").asText());
    resource.path("shortNames").forEach(name -> words.add(name.asText()));
    found.add(
        new KnownResource(
            group,
            version.substring(version.indexOf('/') + 1),
            resource.path("namespaced").asBoolean(),
            words));
  }
}
