package dev.muster.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.cli.identity.PodIdentities;
import dev.muster.cli.images.ImageStoreFlag;
import dev.muster.cli.manifests.ManifestFiles;
import dev.muster.cli.output.Format;
import dev.muster.cli.scratch.ScratchDirectory;
import dev.muster.identity.IdentityException;
import dev.muster.identity.RuntimeTraits;
import dev.muster.runtime.images.Image;
import dev.muster.runtime.images.ImageLoader;
import dev.muster.runtime.images.ImageStore;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code muster identity}: who a pod's processes will be, before anything runs. */
@Command(
    name = "identity",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = "Shows which uid, gid and groups a pod's processes will have, and why.",
    footer = {
      "",
      "Exit code 1 when a container would be refused, or an image that decides is not here.",
      "",
      "Example:",
      "  muster identity -f pod.yaml --image muster.local/host-tools:1"
    })
final class IdentityCommand implements Callable<Integer> {
  @Option(
      names = {"-f", "--filename"},
      required = true,
      paramLabel = "FILE",
      description = "Pods, or anything with a pod template.")
  private Path file = Path.of("");

  @Option(
      names = "--image",
      paramLabel = "IMAGE",
      description =
          "The image of every container: a name in the store, an archive or a layout (default: each"
              + " container's own, where the store has it).")
  private @Nullable String image;

  @Option(
      names = "--assume-root",
      description = "Takes an image that is not here for one without USER and accounts.")
  private boolean assumeRoot;

  @Option(
      names = "--runtime",
      paramLabel = "RUNTIME",
      defaultValue = "muster",
      description =
          "Of the node: muster, containerd or cri-o, or its containerRuntimeVersion, as"
              + " containerd://1.6.20 (default: ${DEFAULT-VALUE}).")
  private String runtime = "muster";

  @Option(
      names = {"-o", "--output"},
      defaultValue = "table",
      description = "table, json or yaml (default: ${DEFAULT-VALUE}).")
  private Format format = Format.table;

  @Mixin private ImageStoreFlag images = new ImageStoreFlag();

  @Override
  public Integer call() throws Exception {
    RuntimeTraits features = features();
    List<ObjectNode> objects =
        ManifestFiles.read(List.of(file)).stream().filter(PodIdentities::hasPod).toList();
    if (objects.isEmpty()) {
      throw new IOException(file + " holds no pod: spec.containers is missing");
    }
    Path scratch = null;
    try {
      PodIdentities.Lookup lookup;
      if (image != null && Files.exists(Path.of(image))) {
        scratch = Files.createTempDirectory("muster-identity");
        ImageStore store = ImageStore.open(scratch.resolve("store"));
        Image loaded = new ImageLoader(store).load(Path.of(image)).getFirst();
        lookup = name -> Optional.of(new PodIdentities.Known(store, loaded));
      } else {
        lookup = this::inStore;
      }
      List<PodIdentities> pods = new ArrayList<>();
      for (ObjectNode object : objects) {
        pods.add(PodIdentities.of(object, lookup, features, assumeRoot));
      }
      print(pods);
      return pods.stream().anyMatch(pod -> pod.isRefused() || pod.isUnknown()) ? 1 : 0;
    } finally {
      if (scratch != null) {
        ScratchDirectory.delete(scratch);
      }
    }
  }

  private RuntimeTraits features() throws IOException {
    try {
      return RuntimeTraits.of(runtime);
    } catch (IdentityException e) {
      throw new IOException("--runtime: " + e.getMessage(), e);
    }
  }

  /** Several pods are several tables, or one document with a list. */
  private void print(List<PodIdentities> pods) {
    PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
    if (format == Format.table) {
      for (int i = 0; i < pods.size(); i++) {
        if (pods.size() > 1) {
          out.println((i == 0 ? "" : "\n") + "pod " + Format.harmless(pods.get(i).name()));
        }
        pods.get(i).print(out);
      }
    } else if (pods.size() == 1) {
      format.print(pods.getFirst().json(), out);
    } else {
      ArrayNode list = JsonNodeFactory.instance.arrayNode();
      pods.forEach(pod -> list.add(pod.json()));
      format.print(list, out);
    }
  }

  private Optional<PodIdentities.Known> inStore(String own) throws IOException {
    String wanted = image == null ? own : image;
    if (image == null && !Files.isDirectory(images.directory())) {
      return Optional.empty();
    }
    ImageStore store = images.open();
    Optional<Image> found = store.find(wanted);
    if (found.isEmpty() && image != null) {
      throw new IOException(
          "there is no image \"%s\" in %s, and no such file: %s"
              .formatted(image, images.directory(), known(store)));
    }
    return found.map(each -> new PodIdentities.Known(store, each));
  }

  private static String known(ImageStore store) throws IOException {
    List<String> names = store.list().stream().flatMap(each -> each.repoTags().stream()).toList();
    return names.isEmpty()
        ? "try muster image build-host-tools"
        : "it has " + String.join(", ", names);
  }
}
