package dev.muster.linux;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.io.BufferedInputStream;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** The two ends of a pipe. One end is given to a child, the other becomes a stream here. */
public record Pipe(Fd reading, Fd writing) implements AutoCloseable {
  private static final Call PIPE = Call.of("pipe2", JAVA_INT, ADDRESS, JAVA_INT);

  public static Pipe open() throws SyscallException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment ends = arena.allocate(8, 4);
      PIPE.invoke("", ends, OpenFlags.CLOSE_ON_EXEC);
      return new Pipe(new Fd(ends.get(JAVA_INT, 0)), new Fd(ends.get(JAVA_INT, 4)));
    }
  }

  /** What is written to the other end. Reading holds the thread, also a virtual one's carrier. */
  public InputStream input() throws IOException {
    // Java 21's own stream asks a pipe for its length when all of it is read
    return new BufferedInputStream(new FileInputStream(reading.asPath().toFile()));
  }

  /** Where to write to the other end. */
  public OutputStream output() throws IOException {
    return new FileOutputStream(writing.asPath().toFile());
  }

  /** Gives up both ends here, once a child has its own; streams made of them stay open. */
  public void release() {
    reading.close();
    writing.close();
  }

  @Override
  public void close() {
    release();
  }
}
