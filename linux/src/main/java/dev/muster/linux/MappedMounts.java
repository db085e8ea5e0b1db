package dev.muster.linux;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;

/**
 * Bind mounts whose files belong to others than they do on disk: the ids on disk are taken as those
 * inside a user namespace. mount_setattr(2), Linux 5.12; each file system has to allow it (ext4 and
 * xfs early, tmpfs since 6.3, overlayfs never), else the kernel answers EINVAL.
 */
public final class MappedMounts {
  private static final long OPEN_TREE = 428;
  private static final long MOVE_MOUNT = 429;
  private static final long MOUNT_SETATTR = 442;
  private static final int AT_FDCWD = -100;
  private static final int AT_EMPTY_PATH = 0x1000;
  private static final int AT_RECURSIVE = 0x8000;
  private static final int CLONE = 1;
  private static final int MOVE_THE_OPEN_ONE = 4;
  private static final long ID_MAPPED = 0x100000;
  private static final int ATTRIBUTE_BYTES = 32;

  private static final Call OPEN =
      Call.variadic("open_tree", "syscall", 1, JAVA_LONG, JAVA_LONG, JAVA_INT, ADDRESS, JAVA_INT);
  private static final Call CHANGE =
      Call.variadic(
          "mount_setattr",
          "syscall",
          1,
          JAVA_LONG,
          JAVA_LONG,
          JAVA_INT,
          ADDRESS,
          JAVA_INT,
          ADDRESS,
          JAVA_LONG);
  private static final Call MOVE =
      Call.variadic(
          "move_mount",
          "syscall",
          1,
          JAVA_LONG,
          JAVA_LONG,
          JAVA_INT,
          ADDRESS,
          JAVA_INT,
          ADDRESS,
          JAVA_INT);

  private MappedMounts() {}

  /**
   * Shows {@code source} at {@code target}, which exists and is of the same sort, as the user
   * namespace that a file shows sees it. What is mounted below the source comes along as it is.
   */
  public static void bind(Path source, Path target, Path users) throws SyscallException {
    try (Arena arena = Arena.ofConfined();
        Fd namespace = Fd.open(users, OpenFlags.READ);
        Fd tree = open(arena, source)) {
      MemorySegment attributes = arena.allocate(ATTRIBUTE_BYTES, 8);
      attributes.set(JAVA_LONG, 0, ID_MAPPED);
      attributes.set(JAVA_LONG, 24, namespace.number());
      MemorySegment itself = Call.path(arena, "");
      CHANGE.invoke(
          source.toString(),
          MOUNT_SETATTR,
          tree.number(),
          itself,
          AT_EMPTY_PATH,
          attributes,
          (long) ATTRIBUTE_BYTES);
      MOVE.invoke(
          target.toString(),
          MOVE_MOUNT,
          tree.number(),
          itself,
          AT_FDCWD,
          Call.path(arena, target.toString()),
          MOVE_THE_OPEN_ONE);
    }
  }

  private static Fd open(Arena arena, Path source) throws SyscallException {
    return new Fd(
        (int)
            OPEN.invoke(
                source.toString(),
                OPEN_TREE,
                AT_FDCWD,
                Call.path(arena, source.toString()),
                CLONE | AT_RECURSIVE | OpenFlags.CLOSE_ON_EXEC));
  }
}
