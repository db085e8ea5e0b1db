package dev.muster.linux;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/** The names in an open directory, without {@code .} and {@code ..}, in the kernel's order. */
public final class Listing {
  private static final long BUFFER = 32 * 1024L;
  private static final int LENGTH = 16;
  private static final int NAME = 19;
  private static final Call GETDENTS =
      Call.of("getdents64", JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG);

  private Listing() {}

  /** Hears of one name after the other. */
  @FunctionalInterface
  public interface Visitor {
    void name(String name) throws SyscallException;
  }

  /** Reads all names; the directory is opened anew, so that each listing begins at the start. */
  public static List<String> of(Fd directory) throws SyscallException {
    List<String> names = new ArrayList<>();
    each(directory, names::add);
    return names;
  }

  /** As {@link #of}, without holding more than a part of the names. */
  public static void each(Fd directory, Visitor visitor) throws SyscallException {
    try (Fd own = directory.openAt(".", OpenFlags.READ | OpenFlags.DIRECTORY, 0);
        Arena arena = Arena.ofConfined()) {
      MemorySegment buffer = arena.allocate(BUFFER, 8);
      while (true) {
        long filled = GETDENTS.invoke("", own.number(), buffer, BUFFER);
        if (filled == 0) {
          return;
        }
        for (long at = 0; at < filled; ) {
          int length = buffer.get(JAVA_SHORT_UNALIGNED, at + LENGTH) & 0xffff;
          String name = name(buffer.asSlice(at + NAME, length - NAME));
          if (!name.equals(".") && !name.equals("..")) {
            visitor.name(name);
          }
          at += length;
        }
      }
    }
  }

  private static String name(MemorySegment field) {
    int length = 0;
    while (field.get(JAVA_BYTE, length) != 0) {
      length++;
    }
    return RawName.decode(field.asSlice(0, length).toArray(JAVA_BYTE));
  }
}
