package dev.muster.apiserver.authzwebhook;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.muster.apiserver.certificates.TestAuthority;
import dev.muster.pki.Identity;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;

/**
 * An HTTPS service of one's own making: it asks its clients for a certificate and behaves as each
 * test wants it to.
 */
public final class RemoteService implements AutoCloseable {
  /** Answers one request, or does something else. */
  public interface Behaviour {
    void answer(Request request, OutputStream out) throws Exception;
  }

  /** What was asked, and by whom. */
  public record Request(String head, String body, String client, Socket socket) {}

  private final SSLServerSocket listener;
  private final List<Request> requests = new CopyOnWriteArrayList<>();
  private final List<Socket> open = new CopyOnWriteArrayList<>();
  private final CountDownLatch closed = new CountDownLatch(1);
  private volatile Behaviour behaviour = (request, out) -> {};

  private RemoteService(SSLServerSocket listener) {
    this.listener = listener;
  }

  public static RemoteService start(Identity identity, TestAuthority clients) throws Exception {
    SSLServerSocket listener =
        (SSLServerSocket)
            clients
                .serving(identity)
                .getServerSocketFactory()
                .createServerSocket(0, 50, InetAddress.getLoopbackAddress());
    listener.setNeedClientAuth(true);
    return started(listener);
  }

  /** One that serves clients without a certificate, too. */
  public static RemoteService startForAnyone(Identity identity, TestAuthority clients)
      throws Exception {
    SSLServerSocket listener =
        (SSLServerSocket)
            clients
                .serving(identity)
                .getServerSocketFactory()
                .createServerSocket(0, 50, InetAddress.getLoopbackAddress());
    listener.setWantClientAuth(true);
    return started(listener);
  }

  private static RemoteService started(SSLServerSocket listener) {
    RemoteService service = new RemoteService(listener);
    Thread.ofVirtual().start(service::accept);
    return service;
  }

  public RemoteService behaving(Behaviour other) {
    behaviour = other;
    return this;
  }

  /** Answers everything with this body. */
  public RemoteService answering(int code, String body) {
    return behaving((request, out) -> send(out, code, body));
  }

  public static void send(OutputStream out, int code, String body) throws IOException {
    byte[] bytes = body.getBytes(UTF_8);
    out.write(
        "HTTP/1.1 %d X\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n"
            .formatted(code, bytes.length)
            .getBytes(UTF_8));
    out.write(bytes);
    out.flush();
  }

  /** A behaviour's way to never answer: returns when the service is closed. */
  public void hang() throws InterruptedException {
    closed.await();
  }

  public String url() {
    return "https://127.0.0.1:" + listener.getLocalPort() + "/authorize";
  }

  public List<Request> requests() {
    return List.copyOf(requests);
  }

  /** A kubeconfig for the service, as the document shows it. */
  public Path kubeconfig(Path directory, String authority, String client) throws IOException {
    return Files.writeString(
        directory.resolve("webhook-" + listener.getLocalPort() + ".yaml"),
        """
        clusters:
          - name: name-of-remote-authz-service
            cluster:
              certificate-authority: %s.crt
              server: %s
        users:
          - name: name-of-api-server
            user:
              client-certificate: %s.crt
              client-key: %s.key
        current-context: webhook
        contexts:
        - context:
            cluster: name-of-remote-authz-service
            user: name-of-api-server
          name: webhook
        """
            .formatted(authority, url(), client, client));
  }

  private void accept() {
    while (!listener.isClosed()) {
      try {
        SSLSocket socket = (SSLSocket) listener.accept();
        open.add(socket);
        Thread.ofVirtual().start(() -> serve(socket));
      } catch (IOException e) {
        return;
      }
    }
  }

  /** Empty for one without a certificate. */
  private static String client(SSLSocket socket) {
    try {
      return socket.getSession().getPeerPrincipal().getName();
    } catch (SSLPeerUnverifiedException e) {
      return "";
    }
  }

  private void serve(SSLSocket socket) {
    try (socket) {
      InputStream in = socket.getInputStream();
      while (true) {
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
          int next = in.read();
          if (next < 0) {
            return;
          }
          head.append((char) next);
        }
        String lower = head.toString().toLowerCase(Locale.ROOT);
        int at = lower.indexOf("content-length: ") + "content-length: ".length();
        int length = Integer.parseInt(lower.substring(at, lower.indexOf("\r\n", at)));
        String body = new String(in.readNBytes(length), UTF_8);
        Request request = new Request(head.toString(), body, client(socket), socket);
        requests.add(request);
        behaviour.answer(request, socket.getOutputStream());
      }
    } catch (Exception e) {
      // the client is gone, or its certificate is no good
    }
  }

  @Override
  public void close() throws IOException {
    closed.countDown();
    listener.close();
    for (Socket socket : open) {
      socket.close();
    }
  }
}
