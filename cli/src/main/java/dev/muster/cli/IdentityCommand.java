package dev.muster.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.cli.manifests.ManifestFiles;
import dev.muster.cli.scratch.ScratchDirectory;
import dev.muster.identity.IdentityException;
import dev.muster.identity.RuntimeTraits;
import dev.muster.model.codec.Yaml;
import dev.muster.runtime.images.Image;
import dev.muster.runtime.images.ImageLoader;
import dev.muster.runtime.images.ImageStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
      "Exit code 1 when a container would be refused.",
      "",
      "Example:",
      "  muster identity -f pod.yaml --image muster.local/host-tools:1"
    })
final class IdentityCommand implements Callable<Integer> {
  /** How it is shown. */
  enum Format {
    table,
    json,
    yaml
  }

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
      description = "${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
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
      boolean refused = false;
      for (int i = 0; i < objects.size(); i++) {
        PodIdentities pod = PodIdentities.of(objects.get(i), lookup, features);
        print(pod, i, objects.size());
        refused |= pod.isRefused();
      }
      return refused ? 1 : 0;
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

  /** Several pods are several tables, JSON texts in a row, or YAML documents. */
  private void print(PodIdentities pod, int number, int count) throws IOException {
    switch (format) {
      case table -> {
        if (count > 1) {
          System.out.println((number == 0 ? "" : "\n") + "pod " + pod.name());
        }
        pod.print(System.out);
      }
      case json ->
          System.out.println(
              new ObjectMapper().writerWithDefaultPrettyPrinter().writeValueAsString(pod.json()));
      case yaml -> {
        System.out.print(number == 0 ? "" : "---\n");
        System.out.write(Yaml.fromTree(pod.json()));
      }
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
