package dev.muster.volumes;

import dev.muster.base.go.GoText;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;

/** The paths a payload may use: relative, without {@code ..}, not starting with it. */
final class PayloadPaths {
  private static final int LONGEST_NAME = 255;
  private static final int LONGEST_PATH = 4096;

  private PayloadPaths() {}

  /** The path without empty parts and dots; refuses what could leave the volume or hide in it. */
  static String clean(String path) throws VolumeException {
    if (path.isEmpty()) {
      throw new VolumeException("invalid path: must not be empty: " + GoText.quote(path));
    }
    if (path.startsWith("/")) {
      throw new VolumeException("invalid path: must be relative path: " + path);
    }
    if (path.indexOf('\0') >= 0) {
      throw new VolumeException("invalid path: must not contain NUL: " + GoText.quote(path));
    }
    if (length(path) > LONGEST_PATH) {
      throw new VolumeException(
          "invalid path: must be less than or equal to " + LONGEST_PATH + " characters");
    }
    String[] parts = path.split("/", -1);
    for (String part : parts) {
      if (part.equals("..")) {
        throw new VolumeException("invalid path: must not contain '..': " + path);
      }
      if (length(part) > LONGEST_NAME) {
        throw new VolumeException(
            "invalid path: filenames must be less than or equal to "
                + LONGEST_NAME
                + " characters");
      }
    }
    Deque<String> kept = new ArrayDeque<>(Arrays.asList(parts));
    kept.removeIf(part -> part.isEmpty() || part.equals("."));
    if (kept.isEmpty()) {
      throw new VolumeException("invalid path: must name a file: " + GoText.quote(path));
    }
    // the first part that counts: "./..data" would reach the writer's own names too
    if (kept.getFirst().startsWith("..")) {
      throw new VolumeException("invalid path: must not start with '..': " + path);
    }
    return String.join("/", kept);
  }

  private static int length(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }
}
