package dev.muster.node.users;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.linux.DurableFiles;
import dev.muster.node.containers.PodPaths;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Ranges of the host's ids, each for one pod. The first range is the host's own and is never given
 * away.
 *
 * <p>INVARIANT: a range is in its pod's directory, on disk, before anybody hears of it, and free
 * only after that file is gone: agents that come later never give it to a second pod.
 */
public final class HostIdRanges {
  /** How many ids a pod has. */
  public static final int LENGTH = 65_536;

  private static final int MOST = 65_534;
  private static final int MOST_BYTES = 4096;
  private static final String FILE = "userns";
  private static final ObjectMapper JSON = new ObjectMapper();

  private final PodPaths paths;
  private final Map<String, Integer> byPod = new HashMap<>();
  private final BitSet taken = new BitSet();

  private HostIdRanges(PodPaths paths) {
    this.paths = paths;
    taken.set(0);
  }

  /**
   * Takes over what earlier agents gave to pods.
   *
   * @throws IOException when that cannot be read: whoever went on could give a range away twice
   */
  public static HostIdRanges in(PodPaths paths) throws IOException {
    HostIdRanges ranges = new HostIdRanges(paths);
    if (Files.isDirectory(paths.pods())) {
      try (DirectoryStream<Path> pods = Files.newDirectoryStream(paths.pods())) {
        for (Path pod : pods) {
          if (Files.exists(pod.resolve(FILE))) {
            ranges.take(String.valueOf(pod.getFileName()), read(pod.resolve(FILE)));
          }
        }
      }
    }
    return ranges;
  }

  /** The first of a pod's ids; the pod's for as long as its directory is there. */
  public synchronized long of(String uid) throws IOException {
    Integer kept = byPod.get(uid);
    if (kept == null) {
      kept = taken.nextClearBit(1);
      if (kept > MOST) {
        throw new IOException("could not find an empty slot to allocate a user namespace");
      }
      write(uid, kept);
      take(uid, kept);
    }
    return (long) kept * LENGTH;
  }

  /** What a pod has; empty for nothing. */
  public synchronized Optional<Long> find(String uid) {
    return Optional.ofNullable(byPod.get(uid)).map(kept -> (long) kept * LENGTH);
  }

  /** After the pod is gone, and all its processes with it. */
  public synchronized void release(String uid) throws IOException {
    Integer kept = byPod.get(uid);
    if (kept != null) {
      Files.deleteIfExists(paths.of(uid).resolve(FILE));
      byPod.remove(uid);
      taken.clear(kept);
    }
  }

  private void take(String uid, int range) throws IOException {
    if (taken.get(range)) {
      throw new IOException(
          paths.of(uid).resolve(FILE) + ": range " + range + " belongs to another pod too");
    }
    taken.set(range);
    byPod.put(uid, range);
  }

  /** All at once, and there after a power failure. */
  private void write(String uid, int range) throws IOException {
    ObjectNode content = JSON.createObjectNode();
    for (String field : new String[] {"uidMappings", "gidMappings"}) {
      content
          .putArray(field)
          .addObject()
          .put("hostId", (long) range * LENGTH)
          .put("containerId", 0L)
          .put("length", (long) LENGTH);
    }
    Path directory = Files.createDirectories(paths.of(uid));
    DurableFiles.write(directory.resolve(FILE), JSON.writeValueAsBytes(content));
  }

  private static int read(Path file) throws IOException {
    if (Files.size(file) > MOST_BYTES) {
      throw new IOException(file + ": too long for a user namespace's mappings");
    }
    JsonNode content;
    try {
      content = JSON.readTree(Files.readAllBytes(file));
    } catch (com.fasterxml.jackson.core.JacksonException e) {
      throw new IOException(file + ": not a user namespace's mappings", e);
    }
    JsonNode only = content.path("uidMappings").path(0);
    long first = only.path("hostId").asLong();
    boolean whole =
        first % LENGTH == 0
            && first / LENGTH >= 1
            && first / LENGTH <= MOST
            && only.path("length").asLong() == LENGTH
            && only.path("containerId").asLong(-1) == 0
            && content.path("uidMappings").size() == 1
            && content.path("uidMappings").equals(content.path("gidMappings"));
    if (!whole) {
      throw new IOException(file + ": not a range of " + LENGTH + " ids for a user namespace");
    }
    return (int) (first / LENGTH);
  }
}
