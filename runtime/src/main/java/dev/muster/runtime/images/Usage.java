package dev.muster.runtime.images;

/** Disk space that something takes. */
public record Usage(long bytes, long inodes) {
  static final Usage NONE = new Usage(0, 0);

  Usage plus(Usage other) {
    return new Usage(bytes + other.bytes, inodes + other.inodes);
  }
}
