package dev.muster.runtime.streaming;

import dev.muster.linux.PacketSocket;
import dev.muster.linux.SyscallException;
import dev.muster.runtime.process.Conmon;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * The streams of a container's first process, through its conmon: messages whose first byte tells
 * the stream.
 */
public record AttachSession(Path bundle) implements CommandSession {
  private static final int STDOUT = 2;
  private static final int STDERR = 3;
  private static final int LARGEST_MESSAGE = 64 * 1024;
  private static final int CHUNK = 8 * 1024;

  @Override
  public int run(CommandStreams streams) throws IOException {
    try (PacketSocket socket = PacketSocket.connect(bundle.resolve("attach"))) {
      streams.onGone(() -> shutdown(socket));
      streams.onResize(
          (columns, rows) -> {
            try {
              Conmon.resize(bundle, columns, rows);
            } catch (IOException ended) {
              // the container has ended, and with it its terminal
            }
          });
      Thread.ofPlatform().daemon().name("attach-stdin").start(() -> input(streams.stdin(), socket));
      byte[] message = new byte[LARGEST_MESSAGE];
      for (int n = socket.read(message); n > 0; n = socket.read(message)) {
        byte[] content = Arrays.copyOfRange(message, 1, n);
        switch (message[0]) {
          case STDOUT -> streams.stdout().write(content);
          case STDERR -> streams.stderr().write(content);
          default -> {}
        }
      }
      return 0;
    }
  }

  private static void input(InputStream stdin, PacketSocket socket) {
    byte[] buffer = new byte[CHUNK];
    try {
      for (int n = stdin.read(buffer); n >= 0; n = stdin.read(buffer)) {
        socket.write(Arrays.copyOf(buffer, n));
      }
      socket.endOutput();
    } catch (IOException ended) {
      shutdown(socket);
    }
  }

  private static void shutdown(PacketSocket socket) {
    try {
      socket.shutdown();
    } catch (SyscallException closed) {
      // nobody is connected any more
    }
  }
}
