package dev.muster.apiserver.proxy;

import dev.muster.apiserver.running.RunningServer;
import dev.muster.apiserver.running.TrustAll;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import javax.net.ssl.SSLSocket;

/** A connection to the server on which a test says every byte itself. */
final class RawClient implements Closeable {
  private final SSLSocket socket;
  private final int port;

  RawClient(RunningServer server) throws IOException {
    port = server.port();
    socket = (SSLSocket) TrustAll.context().getSocketFactory().createSocket("127.0.0.1", port);
    socket.setSoTimeout(30_000);
  }

  /** One request of the administrator's, whose answer is read to the connection's end. */
  static String ask(RunningServer server, String line, String... headers) throws IOException {
    try (RawClient client = new RawClient(server)) {
      client.send(line, headers);
      return new String(client.in().readAllBytes(), StandardCharsets.ISO_8859_1);
    }
  }

  void send(String line, String... headers) throws IOException {
    StringBuilder text = new StringBuilder(line + " HTTP/1.1\r\nHost: here:" + port + "\r\n");
    text.append("Authorization: Bearer let-me-in\r\n");
    boolean connection = false;
    for (String header : headers) {
      text.append(header).append("\r\n");
      connection |= header.startsWith("Connection:");
    }
    write(text + (connection ? "" : "Connection: close\r\n") + "\r\n");
  }

  void write(String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
    socket.getOutputStream().flush();
  }

  InputStream in() throws IOException {
    return socket.getInputStream();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
