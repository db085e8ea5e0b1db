package dev.muster.runtime.layers;

import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * One member of a tar stream. Names are as {@link dev.muster.linux.RawName} has them, any byte
 * kept.
 *
 * @param size of the content as a file; a sparse file's holes included
 * @param extents where the stored bytes belong, for a sparse file; empty for any other
 * @param attributes extended attributes by name
 */
public record TarEntry(
    String name,
    Kind kind,
    String linkTarget,
    long size,
    int mode,
    long uid,
    long gid,
    long seconds,
    int nanos,
    int major,
    int minor,
    List<Extent> extents,
    boolean sparse,
    Map<String, byte[]> attributes) {

  /** What a member is. */
  public enum Kind {
    FILE,
    DIRECTORY,
    LINK,
    HARD_LINK,
    CHARACTER_DEVICE,
    BLOCK_DEVICE,
    FIFO
  }

  /** A piece of a sparse file that is not a hole. */
  public record Extent(long offset, long length) {}

  public TarEntry {
    extents = List.copyOf(extents);
    attributes = Collections.unmodifiableMap(new HashMap<>(attributes));
  }
}
