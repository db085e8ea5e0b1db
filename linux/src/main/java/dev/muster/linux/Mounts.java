package dev.muster.linux;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.nio.file.Path;

/** mount(2) and umount2(2). */
public final class Mounts {
  public static final long READ_ONLY = 0x1;
  public static final long NO_SUID = 0x2;
  public static final long NO_DEV = 0x4;
  public static final long NO_EXEC = 0x8;
  public static final long BIND = 0x1000;
  public static final long RECURSIVE = 0x4000;
  public static final long PRIVATE = 1 << 18;
  public static final long SHARED = 1 << 20;

  /** The kernel reads one page of options; what is beyond would be cut off silently. */
  private static final int LONGEST_DATA = 4095;

  private static final int MNT_DETACH = 2;
  private static final int UMOUNT_NOFOLLOW = 8;
  private static final Call MOUNT =
      Call.of("mount", JAVA_INT, ADDRESS, ADDRESS, ADDRESS, JAVA_LONG, ADDRESS);
  private static final Call UMOUNT = Call.of("umount2", JAVA_INT, ADDRESS, JAVA_INT);

  private Mounts() {}

  /** Mounts a file system; {@code data} are its options, comma-separated. */
  public static void mount(String source, Path target, String type, long flags, String data)
      throws SyscallException {
    if (RawName.encode(data).length > LONGEST_DATA) {
      throw new IllegalArgumentException(
          "mount options of " + data.length() + " characters: the kernel takes " + LONGEST_DATA);
    }
    try (Arena arena = Arena.ofConfined()) {
      MOUNT.invoke(
          target.toString(),
          Call.path(arena, source),
          Call.path(arena, target.toString()),
          Call.path(arena, type),
          flags,
          Call.path(arena, data));
    }
  }

  /** Shows {@code source} at {@code target} too, which exists and is of the same sort. */
  public static void bind(Path source, Path target) throws SyscallException {
    mount(source.toString(), target, "none", BIND, "");
  }

  /** As {@link #bind(Path, Path)}, of an open file: no name is looked up again. */
  public static void bind(Fd source, Path target) throws SyscallException {
    bind(source.asPath(), target);
  }

  /** Removes the mount at a path; EBUSY while files of it are open, EINVAL if there is none. */
  public static void unmount(Path target) throws SyscallException {
    umount(target.toString(), UMOUNT_NOFOLLOW);
  }

  /** Takes the mount out of the tree now; it ends when its last user has. */
  public static void detach(Path target) throws SyscallException {
    detach(target.toString());
  }

  /** As {@link #detach(Path)}, of a path as {@link MountTable} lists it, which may be no text. */
  public static void detach(String target) throws SyscallException {
    umount(target, UMOUNT_NOFOLLOW | MNT_DETACH);
  }

  private static void umount(String target, int flags) throws SyscallException {
    try (Arena arena = Arena.ofConfined()) {
      UMOUNT.invoke(target, Call.path(arena, target), flags);
    }
  }
}
