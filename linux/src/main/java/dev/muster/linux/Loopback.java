package dev.muster.linux;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;

/** The interface {@code lo} of this thread's network namespace. */
public final class Loopback {
  private static final int AF_INET = 2;
  private static final int SOCK_DGRAM_CLOEXEC = 2 | 0x80000;
  private static final long SIOCGIFFLAGS = 0x8913;
  private static final long SIOCSIFFLAGS = 0x8914;
  private static final short IFF_UP = 1;
  private static final int REQUEST_BYTES = 40;
  private static final int FLAGS = 16;

  private static final Call SOCKET = Call.of("socket", JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT);
  private static final Call IOCTL =
      Call.variadic("ioctl", "ioctl", 2, JAVA_INT, JAVA_INT, JAVA_LONG, ADDRESS);

  private Loopback() {}

  /** Brings it up, with the addresses the kernel gives it. */
  public static void up() throws SyscallException {
    try (Fd socket = new Fd((int) SOCKET.invoke("", AF_INET, SOCK_DGRAM_CLOEXEC, 0));
        Arena arena = Arena.ofConfined()) {
      MemorySegment request = arena.allocate(REQUEST_BYTES, 8);
      request.copyFrom(MemorySegment.ofArray("lo".getBytes(StandardCharsets.US_ASCII)));
      IOCTL.invoke("lo", socket.number(), SIOCGIFFLAGS, request);
      request.set(JAVA_SHORT, FLAGS, (short) (request.get(JAVA_SHORT, FLAGS) | IFF_UP));
      IOCTL.invoke("lo", socket.number(), SIOCSIFFLAGS, request);
    }
  }
}
