package dev.muster.node.server;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;

/** Joins two connections: what comes in at one goes out at the other, until both are silent. */
final class Splice {
  private Splice() {}

  static void join(Socket a, InputStream fromA, Socket b) throws IOException, InterruptedException {
    InputStream fromB = b.getInputStream();
    OutputStream toB = b.getOutputStream();
    Thread there = Thread.ofVirtual().start(() -> copy(fromA, toB, b, a));
    copy(fromB, a.getOutputStream(), a, b);
    there.join();
  }

  private static void copy(InputStream from, OutputStream to, Socket target, Socket source) {
    try {
      byte[] block = new byte[32 * 1024];
      for (int count = from.read(block); count >= 0; count = from.read(block)) {
        to.write(block, 0, count);
        to.flush();
      }
      target.shutdownOutput();
    } catch (IOException e) {
      // one end is gone: so is the connection as a whole
      close(target);
      close(source);
    }
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      // it is as closed as it can be
    }
  }
}
