package dev.muster.linux;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Opens paths that cannot leave a directory: the kernel refuses {@code ..}, absolute links and any
 * other way out with EXDEV while it resolves, so nothing can be swapped between check and use.
 * openat2(2), Linux 5.6.
 */
public final class Beneath {
  private static final long NUMBER = 437;
  private static final int HOW_BYTES = 24;
  private static final long NO_XDEV = 0x01;
  private static final long NO_MAGICLINKS = 0x02;
  private static final long NO_SYMLINKS = 0x04;
  private static final long BENEATH = 0x08;

  private static final Call OPENAT2 =
      Call.variadic(
          "openat2", "syscall", 1, JAVA_LONG, JAVA_LONG, JAVA_INT, ADDRESS, ADDRESS, JAVA_LONG);

  private Beneath() {}

  /** Follows links as long as they stay inside. */
  public static Fd open(Fd directory, String path, int flags, int mode) throws SyscallException {
    return open(directory, path, flags, mode, BENEATH | NO_MAGICLINKS);
  }

  /** Follows no link at all and enters no other mount. */
  public static Fd openPlain(Fd directory, String path, int flags, int mode)
      throws SyscallException {
    return open(directory, path, flags, mode, BENEATH | NO_MAGICLINKS | NO_SYMLINKS | NO_XDEV);
  }

  private static Fd open(Fd directory, String path, int flags, int mode, long resolve)
      throws SyscallException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment how = arena.allocate(HOW_BYTES, 8);
      how.set(JAVA_LONG, 0, (flags | OpenFlags.CLOSE_ON_EXEC) & 0xffffffffL);
      how.set(JAVA_LONG, 8, mode);
      how.set(JAVA_LONG, 16, resolve);
      MemorySegment name = Call.path(arena, path);
      return new Fd(
          (int) OPENAT2.invoke(path, NUMBER, directory.number(), name, how, (long) HOW_BYTES));
    }
  }
}
