package dev.muster.linux;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** Writes the content of many files, one after the other, through one buffer. For one thread. */
public final class FileOutput implements AutoCloseable {
  private static final int BUFFER = 1 << 17;
  private static final Call PWRITE =
      Call.of("pwrite", JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG, JAVA_LONG);
  private static final Call FTRUNCATE = Call.of("ftruncate", JAVA_INT, JAVA_INT, JAVA_LONG);

  private final Arena arena = Arena.ofConfined();
  private final MemorySegment buffer = arena.allocate(BUFFER);

  /** Writes the first {@code length} bytes at a place in the file. */
  public void write(Fd file, byte[] bytes, int length, long position) throws SyscallException {
    int done = 0;
    while (done < length) {
      int part = Math.min(length - done, BUFFER);
      MemorySegment.copy(bytes, done, buffer, JAVA_BYTE, 0, part);
      done += (int) PWRITE.invoke("", file.number(), buffer, (long) part, position + done);
    }
  }

  /** Makes a file exactly this long; what was not written reads as zeros. */
  public void resize(Fd file, long size) throws SyscallException {
    FTRUNCATE.invoke("", file.number(), size);
  }

  @Override
  public void close() {
    arena.close();
  }
}
