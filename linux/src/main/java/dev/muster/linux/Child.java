package dev.muster.linux;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** A process that this one started and that must be waited for once. */
public final class Child {
  private static final Call WAITPID = Call.of("waitpid", JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT);

  private static final Call KILL = Call.of("kill", JAVA_INT, JAVA_INT, JAVA_INT);
  private static final int SIGKILL = 9;

  private final int pid;

  Child(int pid) {
    this.pid = pid;
  }

  public int pid() {
    return pid;
  }

  /**
   * Kills it with all that it started in its session and process group. Not after {@link #await}:
   * until then its number belongs to it and its group.
   */
  public void killGroup() throws SyscallException {
    try {
      KILL.invoke(Integer.toString(pid), -pid, SIGKILL);
    } catch (SyscallException e) {
      if (e.errno() != Errno.ESRCH) {
        throw e;
      }
    }
  }

  /**
   * Waits for its end, holding the thread that calls. Its exit status, or 128 and the number of the
   * signal that ended it.
   */
  public int await() throws SyscallException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment status = arena.allocate(4, 4);
      WAITPID.invoke(Integer.toString(pid), pid, status, 0);
      int value = status.get(JAVA_INT, 0);
      int signal = value & 0x7f;
      return signal == 0 ? value >> 8 & 0xff : 128 + signal;
    }
  }
}
