package dev.muster.linux;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;

/**
 * The file system that holds a file: its type and its room.
 *
 * @param flags of the mount: those of {@link Mounts} and some of the kernel's own
 */
public record StatFs(
    long type,
    long blockSize,
    long blocks,
    long available,
    long files,
    long freeFiles,
    long flags) {
  public static final long TMPFS = 0x01021994L;

  private static final int BYTES = 256;
  private static final Call FSTATFS = Call.of("fstatfs", JAVA_INT, JAVA_INT, ADDRESS);
  private static final Call STATFS = Call.of("statfs", JAVA_INT, ADDRESS, ADDRESS);

  public static StatFs of(Fd file) throws SyscallException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment buffer = arena.allocate(BYTES, 8);
      FSTATFS.invoke("", file.number(), buffer);
      return read(buffer);
    }
  }

  public static StatFs of(Path path) throws SyscallException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment buffer = arena.allocate(BYTES, 8);
      STATFS.invoke(path.toString(), Call.path(arena, path.toString()), buffer);
      return read(buffer);
    }
  }

  private static StatFs read(MemorySegment s) {
    return new StatFs(
        s.get(JAVA_LONG, 0),
        s.get(JAVA_LONG, 8),
        s.get(JAVA_LONG, 16),
        s.get(JAVA_LONG, 32),
        s.get(JAVA_LONG, 40),
        s.get(JAVA_LONG, 48),
        s.get(JAVA_LONG, 80));
  }

  public boolean isTmpfs() {
    return type == TMPFS;
  }
}
