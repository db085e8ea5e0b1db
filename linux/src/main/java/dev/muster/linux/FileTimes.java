package dev.muster.linux;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** Sets when a file was last read and written, both to the same moment. */
public final class FileTimes {
  private static final int AT_SYMLINK_NOFOLLOW = 0x100;
  private static final Call FUTIMENS = Call.of("futimens", JAVA_INT, JAVA_INT, ADDRESS);
  private static final Call UTIMENSAT =
      Call.of("utimensat", JAVA_INT, JAVA_INT, ADDRESS, ADDRESS, JAVA_INT);

  private FileTimes() {}

  public static void set(Fd file, long seconds, int nanos) throws SyscallException {
    try (Arena arena = Arena.ofConfined()) {
      FUTIMENS.invoke("", file.number(), both(arena, seconds, nanos));
    }
  }

  /** Of a name; a symbolic link itself is meant. */
  public static void setAt(Fd directory, String name, long seconds, int nanos)
      throws SyscallException {
    try (Arena arena = Arena.ofConfined()) {
      UTIMENSAT.invoke(
          name,
          directory.number(),
          Call.path(arena, name),
          both(arena, seconds, nanos),
          AT_SYMLINK_NOFOLLOW);
    }
  }

  private static MemorySegment both(Arena arena, long seconds, int nanos) {
    MemorySegment times = arena.allocate(4 * Long.BYTES, Long.BYTES);
    for (long i = 0; i < 4; i += 2) {
      times.setAtIndex(JAVA_LONG, i, seconds);
      times.setAtIndex(JAVA_LONG, i + 1, nanos);
    }
    return times;
  }
}
