package dev.muster.linux;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Objects;

/** A client of a unix socket that keeps the bounds of messages (SOCK_SEQPACKET). */
public final class PacketSocket implements AutoCloseable {
  private static final int AF_UNIX = 1;
  private static final int SEQPACKET_CLOEXEC = 5 | 0x80000;
  private static final int SHUT_WR = 1;
  private static final int SHUT_RDWR = 2;
  private static final int ADDRESS_BYTES = 110;

  private static final Call SOCKET = Call.of("socket", JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT);
  private static final Call CONNECT = Call.of("connect", JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT);
  private static final Call SHUTDOWN = Call.of("shutdown", JAVA_INT, JAVA_INT, JAVA_INT);

  private final Fd fd;
  private boolean closed;

  private PacketSocket(Fd fd) {
    this.fd = fd;
  }

  /** Connects; the directory's path may be longer than a socket's may. */
  public static PacketSocket connect(Path socket) throws SyscallException {
    Fd fd = new Fd((int) SOCKET.invoke("", AF_UNIX, SEQPACKET_CLOEXEC, 0));
    try (Fd directory = Fd.directory(Objects.requireNonNull(socket.toAbsolutePath().getParent()));
        Arena arena = Arena.ofConfined()) {
      byte[] path =
          (directory.asPath() + "/" + socket.getFileName()).getBytes(StandardCharsets.UTF_8);
      MemorySegment address = arena.allocate(ADDRESS_BYTES, 2);
      address.set(JAVA_SHORT, 0, (short) AF_UNIX);
      MemorySegment.copy(path, 0, address, JAVA_BYTE, 2, path.length);
      CONNECT.invoke(socket.toString(), fd.number(), address, ADDRESS_BYTES);
      return new PacketSocket(fd);
    } catch (SyscallException failed) {
      fd.close();
      throw failed;
    }
  }

  /** The next message, cut at the buffer's end; -1 when the other side is gone. */
  public int read(byte[] buffer) throws SyscallException {
    return fd.read(buffer);
  }

  public void write(byte[] message) throws SyscallException {
    fd.write(message);
  }

  /** Tells the other side that nothing more will be written. */
  public void endOutput() throws SyscallException {
    SHUTDOWN.invoke("", fd.number(), SHUT_WR);
  }

  /** Wakes a reader: it sees the end. Nothing happens once it is closed. */
  public synchronized void shutdown() throws SyscallException {
    if (!closed) {
      SHUTDOWN.invoke("", fd.number(), SHUT_RDWR);
    }
  }

  @Override
  public synchronized void close() {
    closed = true;
    fd.close();
  }
}
