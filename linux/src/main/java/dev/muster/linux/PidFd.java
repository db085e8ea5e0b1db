package dev.muster.linux;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A process that stays the same one: once open, its number may be given to another process without
 * this handle ever meaning that other one. It need not be a child.
 */
public final class PidFd implements AutoCloseable {
  private static final long PIDFD_OPEN = 434;
  private static final long PIDFD_SEND_SIGNAL = 424;
  private static final Call OPEN =
      Call.variadic("pidfd_open", "syscall", 1, JAVA_LONG, JAVA_LONG, JAVA_INT, JAVA_INT);
  private static final Call SEND =
      Call.variadic(
          "pidfd_send_signal",
          "syscall",
          1,
          JAVA_LONG,
          JAVA_LONG,
          JAVA_INT,
          JAVA_INT,
          ADDRESS,
          JAVA_INT);

  private final Fd fd;

  private PidFd(Fd fd) {
    this.fd = fd;
  }

  /** Opens a running process; ESRCH if there is none. */
  public static PidFd open(long pid) throws SyscallException {
    return new PidFd(
        new Fd((int) OPEN.invoke(Long.toString(pid), PIDFD_OPEN, Math.toIntExact(pid), 0)));
  }

  /** Sends a signal; ESRCH once the process has ended. */
  public void signal(int signal) throws SyscallException {
    SEND.invoke("", PIDFD_SEND_SIGNAL, fd.number(), signal, MemorySegment.NULL, 0);
  }

  /** Blocks until the process has ended or the time is over; tells which. */
  public boolean awaitExit(Duration limit) throws SyscallException {
    return fd.awaitReadable(limit);
  }

  /** Blocks until the process has ended, or one of the files can be read, or the time is over. */
  public void awaitExitOrReadable(List<Fd> files, Duration limit) throws SyscallException {
    List<Fd> all = new ArrayList<>(files);
    all.add(fd);
    boolean unused = Fd.awaitAny(all, limit);
  }

  @Override
  public void close() {
    fd.close();
  }
}
