package dev.muster.cli;

import dev.muster.cli.cluster.RegistryFlags;
import dev.muster.cli.images.ImageStoreFlag;
import dev.muster.cli.output.Format;
import dev.muster.runtime.hosttools.HostTools;
import dev.muster.runtime.images.Image;
import dev.muster.runtime.images.ImageLoader;
import dev.muster.runtime.images.ImagePuller;
import dev.muster.runtime.images.ImageReference;
import dev.muster.runtime.images.ImageStore;
import dev.muster.runtime.images.OverlaySnapshots;
import dev.muster.runtime.images.PullProgress;
import dev.muster.runtime.images.RegistryCredentials;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code muster image}: the images that containers are made of. */
@Command(
    name = "image",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    description = "Loads, pulls, lists and removes images.",
    footer = {"", "Example:", "  muster image build-host-tools", "  muster image list"})
final class ImageCommand {
  @Command(
      name = "build-host-tools",
      mixinStandardHelpOptions = true,
      description = {
        "Makes a small image from this host's own shell and core utilities, without a network.",
        "Its user alice (uid 1000) is in the group group-in-image (50000)."
      })
  int buildHostTools(
      @Mixin ImageStoreFlag images,
      @Option(
              names = "--name",
              defaultValue = HostTools.NAME,
              description = "Default: ${DEFAULT-VALUE}")
          String name,
      @Option(
              names = "--user",
              defaultValue = "alice",
              description = "The image's USER (default: ${DEFAULT-VALUE}).")
          String user)
      throws IOException {
    print(List.of(HostTools.build(images.open(), ImageReference.parse(name), user)));
    return 0;
  }

  @Command(
      name = "load",
      mixinStandardHelpOptions = true,
      description = "Loads images from docker archives, OCI archives or OCI layouts.")
  int load(
      @Mixin ImageStoreFlag images,
      @Parameters(arity = "1..*", paramLabel = "FILE") List<Path> files)
      throws IOException {
    ImageLoader loader = new ImageLoader(images.open());
    List<Image> loaded = new ArrayList<>();
    for (Path each : files) {
      try {
        loaded.addAll(loader.load(each));
      } catch (IOException e) {
        throw new IOException(each + ": " + StartProblems.sentence(e), e);
      }
    }
    print(loaded);
    return 0;
  }

  @Command(
      name = "pull",
      mixinStandardHelpOptions = true,
      description = "Pulls images from registries.")
  int pull(
      @Mixin ImageStoreFlag images,
      @Option(names = "--username", defaultValue = "", description = "For the registry.")
          String username,
      @Option(names = "--password-stdin", description = "Reads the password from standard input.")
          boolean passwordFromInput,
      @Mixin RegistryFlags registries,
      @Parameters(arity = "1..*", paramLabel = "IMAGE") List<String> names)
      throws IOException {
    String password =
        passwordFromInput
            ? new String(System.in.readNBytes(1 << 16), StandardCharsets.UTF_8).strip()
            : "";
    ImageStore store = images.open();
    List<Image> pulled = new ArrayList<>();
    try (ImagePuller puller = new ImagePuller(store, registries.settings())) {
      for (String each : names) {
        pulled.add(
            puller.pull(
                ImageReference.parse(each),
                RegistryCredentials.basic(username, password),
                progress()));
      }
    }
    print(pulled);
    return 0;
  }

  /** A line for each piece that is complete. */
  private static PullProgress progress() {
    return (blob, done, total) -> {
      if (done == total) {
        System.err.printf("%s  %,d bytes%n", blob.hex().substring(0, 12), total);
      }
    };
  }

  @Command(name = "list", mixinStandardHelpOptions = true, description = "Lists the images.")
  int list(@Mixin ImageStoreFlag images) throws IOException {
    print(images.open().list());
    return 0;
  }

  @Command(
      name = "rm",
      mixinStandardHelpOptions = true,
      description = "Removes images with all their names, and what only they needed.")
  int remove(
      @Mixin ImageStoreFlag images,
      @Parameters(arity = "1..*", paramLabel = "IMAGE") List<String> names)
      throws IOException {
    ImageStore store = images.open();
    for (String each : names) {
      if (!store.remove(each)) {
        throw new IOException("there is no image \"" + each + "\"");
      }
      System.out.println("removed " + each);
    }
    new OverlaySnapshots(store).collectGarbage();
    return 0;
  }

  private static void print(List<Image> images) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("IMAGE", "ID", "SIZE", "USER"));
    for (Image each : images) {
      String name =
          each.repoTags().isEmpty()
              ? each.repoDigests().isEmpty() ? "<none>" : each.repoDigests().getFirst()
              : String.join(",", each.repoTags());
      String user = each.config().user();
      rows.add(
          List.of(
              name,
              each.id().hex().substring(0, 12),
              "%.1fMB".formatted(each.size() / 1e6),
              user.isEmpty() ? "-" : user));
    }
    Format.printTable(rows, new PrintWriter(System.out, true, StandardCharsets.UTF_8));
  }
}
