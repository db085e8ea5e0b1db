package dev.muster.linux;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** A pseudo-terminal: its controlling side here, its {@link #name} for a child. */
public final class Terminal implements AutoCloseable {
  private static final int READ_WRITE_NO_CONTROL = 2 | 0x100 | 0x80000;
  private static final long TIOCSWINSZ = 0x5414;
  private static final int LONGEST_NAME = 64;

  private static final Call OPENPT = Call.of("posix_openpt", JAVA_INT, JAVA_INT);
  private static final Call GRANT = Call.of("grantpt", JAVA_INT, JAVA_INT);
  private static final Call UNLOCK = Call.of("unlockpt", JAVA_INT, JAVA_INT);
  private static final Call NAME = Call.of("ptsname_r", JAVA_INT, JAVA_INT, ADDRESS, JAVA_LONG);
  private static final Call IOCTL =
      Call.variadic("ioctl", "ioctl", 2, JAVA_INT, JAVA_INT, JAVA_LONG, ADDRESS);

  private final Fd side;
  private final String name;

  private Terminal(Fd side, String name) {
    this.side = side;
    this.name = name;
  }

  public static Terminal open() throws SyscallException {
    Fd side = new Fd((int) OPENPT.invoke("", READ_WRITE_NO_CONTROL));
    try (Arena arena = Arena.ofConfined()) {
      GRANT.invoke("", side.number());
      UNLOCK.invoke("", side.number());
      MemorySegment name = arena.allocate(LONGEST_NAME);
      NAME.invoke("", side.number(), name, (long) LONGEST_NAME);
      return new Terminal(side, Call.text(name));
    } catch (SyscallException failed) {
      side.close();
      throw failed;
    }
  }

  /** The device a child opens. */
  public String name() {
    return name;
  }

  /** What the child wrote; -1 once no process has the device open. */
  public int read(byte[] buffer) throws SyscallException {
    try {
      return side.read(buffer);
    } catch (SyscallException hungUp) {
      if (hungUp.errno() == Errno.EIO) {
        return -1;
      }
      throw hungUp;
    }
  }

  public void write(byte[] content) throws SyscallException {
    side.write(content);
  }

  /** Tells the child's foreground processes of a new size. */
  public void resize(int columns, int rows) throws SyscallException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment size = arena.allocate(8, 2);
      size.set(JAVA_SHORT, 0, (short) rows);
      size.set(JAVA_SHORT, 2, (short) columns);
      IOCTL.invoke("", side.number(), TIOCSWINSZ, size);
    }
  }

  @Override
  public void close() {
    side.close();
  }
}
