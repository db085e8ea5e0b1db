package dev.muster.runtime.images;

import dev.muster.linux.DiskUsage;

/** Disk space that something takes. */
public record ImageUsage(long bytes, long inodes) {
  static final ImageUsage NONE = new ImageUsage(0, 0);

  static ImageUsage of(DiskUsage counted) {
    return new ImageUsage(counted.bytes(), counted.inodes());
  }

  ImageUsage plus(ImageUsage other) {
    return new ImageUsage(bytes + other.bytes, inodes + other.inodes);
  }
}
