package dev.muster.linux;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** Second names of files, and where symbolic links point. */
public final class Links {
  private static final long LONGEST = 4096;
  private static final Call LINKAT =
      Call.of("linkat", JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT, ADDRESS, JAVA_INT);
  private static final Call READLINKAT =
      Call.of("readlinkat", JAVA_LONG, JAVA_INT, ADDRESS, ADDRESS, JAVA_LONG);

  private Links() {}

  /** Gives a file, or a symbolic link itself, another name. */
  public static void hard(Fd fromDirectory, String from, Fd directory, String name)
      throws SyscallException {
    try (Arena arena = Arena.ofConfined()) {
      LINKAT.invoke(
          name,
          fromDirectory.number(),
          Call.path(arena, from),
          directory.number(),
          Call.path(arena, name),
          0);
    }
  }

  /** What a symbolic link says. */
  public static String target(Fd directory, String name) throws SyscallException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment buffer = arena.allocate(LONGEST);
      long length =
          READLINKAT.invoke(name, directory.number(), Call.path(arena, name), buffer, LONGEST);
      return RawName.decode(buffer.asSlice(0, length).toArray(JAVA_BYTE));
    }
  }
}
