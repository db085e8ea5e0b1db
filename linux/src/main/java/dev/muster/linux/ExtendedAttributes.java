package dev.muster.linux;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Optional;

/** Extended attributes of open files. */
public final class ExtendedAttributes {
  private static final long LONGEST = 65536;
  private static final Call FSETXATTR =
      Call.of("fsetxattr", JAVA_INT, JAVA_INT, ADDRESS, ADDRESS, JAVA_LONG, JAVA_INT);
  private static final Call FGETXATTR =
      Call.of("fgetxattr", JAVA_LONG, JAVA_INT, ADDRESS, ADDRESS, JAVA_LONG);

  private ExtendedAttributes() {}

  /** Sets one, whether it was there or not. EOPNOTSUPP where the file system has none. */
  public static void set(Fd file, String name, byte[] value) throws SyscallException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment bytes = arena.allocate(Math.max(1, value.length));
      MemorySegment.copy(value, 0, bytes, JAVA_BYTE, 0, value.length);
      FSETXATTR.invoke(name, file.number(), Call.path(arena, name), bytes, (long) value.length, 0);
    }
  }

  /** The value, empty where there is none. */
  public static Optional<byte[]> get(Fd file, String name) throws SyscallException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment bytes = arena.allocate(LONGEST);
      long length = FGETXATTR.invoke(name, file.number(), Call.path(arena, name), bytes, LONGEST);
      return Optional.of(bytes.asSlice(0, length).toArray(JAVA_BYTE));
    } catch (SyscallException e) {
      if (e.errno() == Errno.ENODATA || e.errno() == Errno.EOPNOTSUPP) {
        return Optional.empty();
      }
      throw e;
    }
  }
}
