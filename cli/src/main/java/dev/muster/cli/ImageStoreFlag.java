package dev.muster.cli;

import dev.muster.runtime.images.ImageStore;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** Where images are kept, for the commands that use them. */
final class ImageStoreFlag {
  @Option(
      names = "--images",
      paramLabel = "DIR",
      defaultValue = "/var/lib/muster/images",
      description = "The directory images are kept in (default: ${DEFAULT-VALUE}).")
  private Path directory = Path.of("/var/lib/muster/images");

  ImageStore open() throws IOException {
    return ImageStore.open(directory);
  }

  Path directory() {
    return directory;
  }
}
