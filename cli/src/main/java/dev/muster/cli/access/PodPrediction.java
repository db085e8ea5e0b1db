package dev.muster.cli.access;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.cli.identity.PodIdentities;
import dev.muster.cli.images.ImageStoreFlag;
import dev.muster.cli.kubeconfig.ClusterApi;
import dev.muster.cli.kubeconfig.RefusedException;
import dev.muster.identity.IdentityException;
import dev.muster.identity.RuntimeTraits;
import dev.muster.runtime.images.ImageStore;
import dev.muster.views.CoreV1.Node;
import java.io.IOException;
import java.nio.file.Files;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Which identity the processes of an object's pods would get, and by which runtime's rules. */
final class PodPrediction {
  @Option(
      names = "--runtime",
      paramLabel = "RUNTIME",
      description =
          "Of the nodes that pods run on: muster, containerd or cri-o, or a"
              + " containerRuntimeVersion (default: the cluster's, if all nodes have the same).")
  private @Nullable String runtime;

  @Mixin private ImageStoreFlag images = new ImageStoreFlag();

  /** Of a pod or of what has a template of one; empty for anything else. */
  Optional<PodIdentities> of(ObjectNode object, Optional<ClusterApi> cluster, Notes notes)
      throws IOException, InterruptedException {
    if (!PodIdentities.hasPod(object)) {
      return Optional.empty();
    }
    try {
      RuntimeTraits traits = runtime == null ? ofNodes(cluster, notes) : RuntimeTraits.of(runtime);
      return Optional.of(PodIdentities.of(object, lookup(notes), traits, false));
    } catch (IdentityException e) {
      throw new IOException("--runtime: " + e.getMessage(), e);
    }
  }

  private static RuntimeTraits ofNodes(Optional<ClusterApi> cluster, Notes notes)
      throws IOException, InterruptedException {
    Set<String> versions = new LinkedHashSet<>();
    if (cluster.isPresent()) {
      try {
        for (JsonNode node : cluster.get().list("/api/v1/nodes")) {
          versions.add(Node.of(node).status().nodeInfo().containerRuntimeVersion().text());
        }
      } catch (RefusedException e) {
        return ours("the cluster's are not known: " + e.sentence(), notes);
      }
    }
    versions.remove("");
    if (versions.size() > 1) {
      return ours("the cluster's nodes have several", notes);
    }
    try {
      return versions.isEmpty()
          ? RuntimeTraits.MUSTER
          : RuntimeTraits.of(versions.iterator().next());
    } catch (IdentityException e) {
      return ours(String.valueOf(e.getMessage()), notes);
    }
  }

  private static RuntimeTraits ours(String why, Notes notes) {
    notes.note("identities are those that Muster's runtime gives: " + why);
    return RuntimeTraits.MUSTER;
  }

  /** An image that is not here is not known; nothing is fetched for a question. */
  private PodIdentities.Lookup lookup(Notes notes) {
    try {
      if (!Files.isDirectory(images.directory())) {
        return name -> Optional.empty();
      }
      ImageStore store = images.open();
      return name -> store.find(name).map(image -> new PodIdentities.Known(store, image));
    } catch (IOException e) {
      notes.note("images are not looked into: " + e.getMessage());
      return name -> Optional.empty();
    }
  }
}
