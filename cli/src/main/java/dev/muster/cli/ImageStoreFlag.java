package dev.muster.cli;

import dev.muster.runtime.images.ImageStore;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** Where images are kept, for the commands that use them: unless told otherwise, those of up. */
final class ImageStoreFlag {
  @Option(
      names = "--images",
      paramLabel = "DIR",
      description =
          "The directory images are kept in (default: ~/.muster/images, those of `muster up`; "
              + "`muster runtime` has /var/lib/muster/images).")
  private Path directory = Path.of(System.getProperty("user.home"), ".muster", "images");

  ImageStore open() throws IOException {
    return ImageStore.open(directory);
  }

  Path directory() {
    return directory;
  }
}
