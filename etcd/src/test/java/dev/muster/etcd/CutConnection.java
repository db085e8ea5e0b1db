package dev.muster.etcd;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** A way to a server that can be cut. */
final class CutConnection implements AutoCloseable {
  private final ServerSocket listening;
  private final URI target;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private volatile boolean cut;

  private CutConnection(URI target) throws IOException {
    this.target = target;
    this.listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    Thread.ofVirtual().start(this::accept);
  }

  static CutConnection to(URI target) throws IOException {
    return new CutConnection(target);
  }

  URI url() {
    return URI.create("http://127.0.0.1:" + listening.getLocalPort());
  }

  void cut() {
    cut = true;
    open.forEach(CutConnection::end);
  }

  void mend() {
    cut = false;
  }

  private void accept() {
    try {
      while (true) {
        Socket client = listening.accept();
        open.add(client);
        if (cut) {
          end(client);
          continue;
        }
        Socket server = new Socket(target.getHost(), target.getPort());
        open.add(server);
        Thread.ofVirtual().start(() -> pass(client, server));
        Thread.ofVirtual().start(() -> pass(server, client));
      }
    } catch (IOException e) {
      // closed
    }
  }

  private static void pass(Socket from, Socket to) {
    try {
      from.getInputStream().transferTo(to.getOutputStream());
    } catch (IOException e) {
      // cut
    } finally {
      end(from);
      end(to);
    }
  }

  private static void end(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      // it is over either way
    }
  }

  @Override
  public void close() throws IOException {
    listening.close();
    open.forEach(CutConnection::end);
  }
}
