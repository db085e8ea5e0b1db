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

  /** Which word is the first that tells with whom the mount is shared; a dash ends them. */
  private static final int TAGS = 6;

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

  /**
   * The mounts at a path or below it, those to be removed first in front, as {@link RawName} spells
   * them.
   */
  public static List<String> atOrBelow(Path directory) throws IOException {
    return atOrBelow(directory.toAbsolutePath().normalize().toString(), read());
  }

  static List<String> atOrBelow(String directory, String mountinfo) {
    String path = bytes(directory);
    List<String> found = new ArrayList<>();
    for (int line = 0; line < mountinfo.length(); line = mountinfo.indexOf('\n', line) + 1) {
      String target = target(mountinfo, line);
      if (isAtOrBelow(target, path)) {
        found.add(text(target));
      }
    }
    return found.reversed();
  }

  /**
   * Where something is mounted.
   *
   * @param propagation the tags that say with whom mounts below it are shared
   */
  public record Mounted(String target, String propagation) {}

  /** The mount in which a path is. */
  public static Mounted holding(Path path) throws IOException {
    return holding(path.toAbsolutePath().normalize().toString(), read());
  }

  static Mounted holding(String file, String mountinfo) {
    String path = bytes(file);
    String nearest = "";
    String propagation = "";
    for (int line = 0; line < mountinfo.length(); line = mountinfo.indexOf('\n', line) + 1) {
      String target = target(mountinfo, line);
      if (isAtOrBelow(path, target) && target.length() >= nearest.length()) {
        nearest = target;
        int tags = word(mountinfo, line, TAGS);
        propagation = mountinfo.substring(tags, mountinfo.indexOf("- ", tags)).strip();
      }
    }
    return new Mounted(text(nearest), propagation);
  }

  private static boolean isAtOrBelow(String path, String directory) {
    return path.startsWith(directory)
        && (path.length() == directory.length()
            || directory.equals("/")
            || path.charAt(directory.length()) == '/');
  }

  private static int word(String mountinfo, int line, int number) {
    int start = line;
    for (int word = 0; word < number; word++) {
      start = mountinfo.indexOf(' ', start) + 1;
    }
    return start;
  }

  private static String target(String mountinfo, int line) {
    int start = word(mountinfo, line, TARGET);
    return unescape(mountinfo.substring(start, mountinfo.indexOf(' ', start)));
  }

  /** The table, each character a byte: whoever owns a mounted directory can rename it to any. */
  private static String read() throws IOException {
    return Files.readString(Path.of("/proc/self/mountinfo"), StandardCharsets.ISO_8859_1);
  }

  private static String bytes(String path) {
    return new String(RawName.encode(path), StandardCharsets.ISO_8859_1);
  }

  private static String text(String bytes) {
    return RawName.decode(bytes.getBytes(StandardCharsets.ISO_8859_1));
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
