package dev.muster.linux;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What is mounted where, as this process sees it. */
public final class MountTable {
  private static final Pattern OCTAL = Pattern.compile("\\\\([0-7]{3})");

  /** Which word of a line of mountinfo is the path. */
  private static final int TARGET = 4;

  private MountTable() {}

  /** Whether something is mounted at a path, which need not exist; a link there is not followed. */
  public static boolean isMountPoint(Path path) throws IOException {
    Path whole = path.toAbsolutePath().normalize();
    Path parent = whole.getParent();
    if (parent == null) {
      return true;
    }
    // asked of the path itself: the table of a node has a line for each mount of each pod
    try (Fd above = Fd.directory(parent)) {
      return above.statAt(whole.getFileName().toString()).mount() != above.stat().mount();
    } catch (SyscallException e) {
      if (e.errno() == Errno.ENOENT || e.errno() == Errno.ENOTDIR) {
        return false;
      }
      throw e;
    }
  }

  /** The mounts at a path or below it, those to be removed first in front. */
  public static List<String> atOrBelow(Path directory) throws IOException {
    String path = directory.toAbsolutePath().normalize().toString();
    return atOrBelow(
        path, Files.readString(Path.of("/proc/self/mountinfo"), StandardCharsets.UTF_8));
  }

  static List<String> atOrBelow(String path, String mountinfo) {
    List<String> found = new ArrayList<>();
    for (int line = 0; line < mountinfo.length(); line = mountinfo.indexOf('\n', line) + 1) {
      int start = line;
      for (int word = 0; word < TARGET; word++) {
        start = mountinfo.indexOf(' ', start) + 1;
      }
      String target = unescape(mountinfo.substring(start, mountinfo.indexOf(' ', start)));
      if (target.startsWith(path)
          && (target.length() == path.length() || target.charAt(path.length()) == '/')) {
        found.add(target);
      }
    }
    return found.reversed();
  }

  private static String unescape(String text) {
    return text.indexOf('\\') < 0
        ? text
        : OCTAL
            .matcher(text)
            .replaceAll(
                m ->
                    Matcher.quoteReplacement(
                        String.valueOf((char) Integer.parseInt(m.group(1), 8))));
  }
}
