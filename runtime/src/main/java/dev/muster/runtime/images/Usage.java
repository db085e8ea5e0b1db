package dev.muster.runtime.images;

import dev.muster.linux.DiskUsage;

/** Disk space that something takes. */
public record Usage(long bytes, long inodes) {
  static final Usage NONE = new Usage(0, 0);

  static Usage of(DiskUsage counted) {
    return new Usage(counted.bytes(), counted.inodes());
  }

  Usage plus(Usage other) {
    return new Usage(bytes + other.bytes, inodes + other.inodes);
  }
}
