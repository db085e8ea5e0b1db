package dev.muster.linux;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Instant;

/**
 * What statx(2) tells of a file. {@code mode} holds the type and the permission bits; {@code size}
 * is its length, {@code allocated} the bytes that it takes on disk; {@code node} is the number of
 * the device that a device file stands for, as mknod(2) takes it; {@code modified} is when its
 * content changed, {@code changed} when anything of it did.
 */
public record Stat(
    int mode,
    int uid,
    int gid,
    long inode,
    long size,
    long allocated,
    long links,
    long device,
    long mount,
    long node,
    Instant modified,
    Instant changed) {
  static final int BYTES = 256;
  private static final int TYPE = 0170000;

  static Stat read(MemorySegment s) {
    return new Stat(
        s.get(ValueLayout.JAVA_SHORT, 28) & 0xffff,
        s.get(ValueLayout.JAVA_INT, 20),
        s.get(ValueLayout.JAVA_INT, 24),
        s.get(ValueLayout.JAVA_LONG, 32),
        s.get(ValueLayout.JAVA_LONG, 40),
        s.get(ValueLayout.JAVA_LONG, 48) * 512,
        s.get(ValueLayout.JAVA_INT, 16),
        ((long) s.get(ValueLayout.JAVA_INT, 136) << 32)
            | (s.get(ValueLayout.JAVA_INT, 140) & 0xffffffffL),
        s.get(ValueLayout.JAVA_LONG, 144),
        node(s.get(ValueLayout.JAVA_INT, 128), s.get(ValueLayout.JAVA_INT, 132)),
        time(s, 112),
        time(s, 96));
  }

  private static Instant time(MemorySegment s, long at) {
    return Instant.ofEpochSecond(
        s.get(ValueLayout.JAVA_LONG, at), s.get(ValueLayout.JAVA_INT, at + 8));
  }

  /** A device number as mknod(2) takes it. */
  public static long node(int major, int minor) {
    return (minor & 0xffL)
        | (major & 0xfffL) << 8
        | (minor & 0xffffff00L) << 12
        | (major & 0xfffff000L) << 32;
  }

  /** The bits that chmod(2) sets: permissions, setuid, setgid, sticky. */
  public int permissions() {
    return mode & 07777;
  }

  public boolean isDirectory() {
    return (mode & TYPE) == 0040000;
  }

  public boolean isFile() {
    return (mode & TYPE) == 0100000;
  }

  public boolean isSymlink() {
    return (mode & TYPE) == 0120000;
  }

  public boolean isSocket() {
    return (mode & TYPE) == 0140000;
  }

  public boolean isCharacterDevice() {
    return (mode & TYPE) == 0020000;
  }

  public boolean isBlockDevice() {
    return (mode & TYPE) == 0060000;
  }
}
