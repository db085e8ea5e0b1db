package dev.muster.cli.bundle;

import dev.muster.identity.ImageAccounts;
import dev.muster.runtime.images.Image;
import dev.muster.runtime.images.ImageStore;
import dev.muster.runtime.images.LayerFiles;
import java.io.IOException;
import java.util.Optional;

/**
 * What is known of a container's image.
 *
 * @param image empty for one that the store does not have
 * @param accounts its passwd and group; none without it
 */
record KnownImage(Optional<Image> image, ImageAccounts accounts) {
  /** Looks an image up; one that is not there will do for a container with a command. */
  static KnownImage find(
      BundlePreview.Images images, String reference, String container, boolean command)
      throws IOException {
    Optional<ImageStore> store = images.open();
    Optional<Image> image = store.isPresent() ? store.get().find(reference) : Optional.empty();
    if (store.isPresent() && image.isPresent()) {
      return new KnownImage(image, new ImageAccounts(new LayerFiles(store.get(), image.get())));
    }
    if (!command) {
      throw new IOException(
          "image \""
              + reference
              + "\" is not in the store, so nobody knows its command: load it with muster image, or"
              + " give container \""
              + container
              + "\" a command");
    }
    return new KnownImage(image, ImageAccounts.none());
  }
}
