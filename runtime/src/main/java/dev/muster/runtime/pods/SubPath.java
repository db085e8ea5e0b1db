package dev.muster.runtime.pods;

import dev.muster.linux.Beneath;
import dev.muster.linux.Fd;
import dev.muster.linux.OpenFlags;
import dev.muster.linux.SyscallException;
import dev.muster.runtime.refusal.Refused;
import java.io.IOException;
import java.nio.file.Path;

/** A directory inside an image, which no link can lead out of. */
final class SubPath {
  private SubPath() {}

  static Path in(Path root, String path) throws IOException, Refused {
    if (path.isEmpty()) {
      return root;
    }
    try (Fd top = Fd.directory(root);
        Fd found = Beneath.open(top, path, OpenFlags.PATH, 0)) {
      return found.asPath().toRealPath();
    } catch (SyscallException e) {
      throw Refused.invalid("image_sub_path: no \"" + path + "\" inside the image");
    }
  }
}
