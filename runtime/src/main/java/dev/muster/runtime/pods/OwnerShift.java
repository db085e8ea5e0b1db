package dev.muster.runtime.pods;

import dev.muster.cri.v1.IDMapping;
import dev.muster.cri.v1.UserNamespace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/** Gives the files of a root to the users that a user namespace maps theirs to. */
final class OwnerShift {
  private static final int SET_ID = 06000;

  private OwnerShift() {}

  static void apply(Path root, UserNamespace users) throws IOException {
    IDMapping uids = users.getUids(0);
    IDMapping gids = users.getGids(0);
    List<Path> all;
    try (Stream<Path> found = Files.walk(root)) {
      all = found.toList();
    }
    for (Path each : all) {
      Map<String, Object> file =
          Files.readAttributes(each, "unix:uid,gid,mode", LinkOption.NOFOLLOW_LINKS);
      Files.setAttribute(
          each, "unix:uid", shift(number(file, "uid"), uids), LinkOption.NOFOLLOW_LINKS);
      Files.setAttribute(
          each, "unix:gid", shift(number(file, "gid"), gids), LinkOption.NOFOLLOW_LINKS);
      int mode = number(file, "mode");
      if ((mode & SET_ID) != 0 && !Files.isSymbolicLink(each)) {
        Files.setAttribute(each, "unix:mode", mode);
      }
    }
  }

  /** An id outside the mapping becomes the last one inside, which nobody should own. */
  private static int shift(int id, IDMapping mapping) {
    long inside = id & 0xffffffffL;
    long length = mapping.getLength() & 0xffffffffL;
    return (int) ((mapping.getHostId() & 0xffffffffL) + Math.min(inside, length - 1));
  }

  private static int number(Map<String, Object> file, String name) {
    return Objects.requireNonNull((Integer) file.get(name));
  }
}
