package dev.muster.runtime.streaming;

import dev.muster.linux.Namespaces;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Connections to ports of a sandbox, made from inside its network.
 *
 * @param network file that shows the network namespace; empty for the node's
 */
public record PortSession(Optional<Path> network) {
  private static final int CONNECT_MILLIS = 10_000;

  /** Connects and copies both ways until both have ended. */
  void run(int port, InputStream fromClient, OutputStream toClient) throws IOException {
    try (Socket socket = connect(port)) {
      Thread.ofPlatform()
          .daemon()
          .name("port-forward")
          .start(
              () -> {
                try {
                  Copying.all(fromClient, socket.getOutputStream());
                  socket.shutdownOutput();
                } catch (IOException ended) {
                  // the other direction notices
                }
              });
      Copying.all(socket.getInputStream(), toClient);
      toClient.close();
      fromClient.close();
    }
  }

  private Socket connect(int port) throws IOException {
    if (network.isEmpty()) {
      return dial(port);
    }
    try {
      return Namespaces.in(network.get(), () -> dial(port));
    } catch (IOException | RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IOException(e);
    }
  }

  private static Socket dial(int port) throws IOException {
    try {
      return dial(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), port);
    } catch (IOException first) {
      byte[] six = new byte[16];
      six[15] = 1;
      try {
        return dial(InetAddress.getByAddress(six), port);
      } catch (IOException second) {
        first.addSuppressed(second);
        throw new IOException("port " + port + " of the pod: " + first.getMessage(), first);
      }
    }
  }

  private static Socket dial(InetAddress address, int port) throws IOException {
    Socket socket = new Socket();
    try {
      socket.connect(new InetSocketAddress(address, port), CONNECT_MILLIS);
      return socket;
    } catch (IOException e) {
      socket.close();
      throw e;
    }
  }
}
