package dev.muster.identity;

import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/** Opens files of an image by their absolute path in it. Never opens a file outside the image. */
@FunctionalInterface
public interface ImageFiles {
  /**
   * Null when there is no such file.
   *
   * @throws IdentityException when there is something that is not a file, or that leads nowhere
   */
  @Nullable InputStream open(String path) throws IOException, IdentityException;
}
