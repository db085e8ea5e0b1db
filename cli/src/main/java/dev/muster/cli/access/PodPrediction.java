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
  private static final String OURS = "muster";

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
    String told = runtime;
    String version = told == null ? ofNodes(cluster, notes) : told;
    try {
      return Optional.of(PodIdentities.of(object, lookup(notes), RuntimeTraits.of(version), false));
    } catch (IdentityException e) {
      throw new IOException("--runtime: " + e.getMessage(), e);
    }
  }

  private static String ofNodes(Optional<ClusterApi> cluster, Notes notes)
      throws IOException, InterruptedException {
    Set<String> versions = new LinkedHashSet<>();
    if (cluster.isPresent()) {
      try {
        for (JsonNode node : cluster.get().list("/api/v1/nodes")) {
          versions.add(node.at("/status/nodeInfo/containerRuntimeVersion").asText());
        }
      } catch (RefusedException e) {
        notes.note("identities are those that Muster's runtime gives: " + e.sentence());
        return OURS;
      }
    }
    versions.remove("");
    if (versions.size() > 1) {
      notes.note("nodes have several runtimes: identities are those that Muster's gives");
    }
    return versions.size() == 1 && understood(versions.iterator().next())
        ? versions.iterator().next()
        : OURS;
  }

  private static boolean understood(String version) {
    try {
      RuntimeTraits.of(version);
      return true;
    } catch (IdentityException e) {
      return false;
    }
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
