package dev.muster.runtime.pods;

import dev.muster.runtime.images.Image;
import java.io.IOException;
import java.util.Optional;

/** Images that containers may be made of. Thread-safe. */
@FunctionalInterface
public interface ImageSource {
  /** The image that a reference or id means. */
  Optional<Image> find(String reference) throws IOException;
}
