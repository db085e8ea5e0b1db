package dev.muster.bench;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/**
 * A TLS connection to the server, read and written by hand: a client that costs next to nothing.
 */
final class LeanConnection implements AutoCloseable {
  /** A server lets one address have so many connections; loopback has addresses enough. */
  private static final int PER_ADDRESS = 8_000;

  private static final SSLContext TLS = tls();

  private final SSLSocket socket;
  private final DataInputStream in;
  private boolean last;

  /**
   * @param number of the connection: decides from which address it comes
   */
  LeanConnection(URI server, String protocol, int number) throws IOException {
    socket = (SSLSocket) TLS.getSocketFactory().createSocket();
    socket.setTcpNoDelay(true);
    socket.bind(
        new InetSocketAddress(InetAddress.getByName("127.0.0." + (1 + number / PER_ADDRESS)), 0));
    socket.connect(new InetSocketAddress(server.getHost(), server.getPort()));
    SSLParameters parameters = socket.getSSLParameters();
    parameters.setApplicationProtocols(new String[] {protocol});
    socket.setSSLParameters(parameters);
    socket.startHandshake();
    in = new DataInputStream(socket.getInputStream());
  }

  private static SSLContext tls() {
    try {
      return WatchFanOut.trustAll();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has TLS", e);
    }
  }

  void write(byte[] bytes) throws IOException {
    socket.getOutputStream().write(bytes);
  }

  /** At least one byte. */
  int read(byte[] into) throws IOException {
    int count = in.read(into);
    if (count < 0) {
      throw new EOFException("the server ended the connection");
    }
    return count;
  }

  void readFully(byte[] into, int count) throws IOException {
    in.readFully(into, 0, count);
  }

  /** An answer of HTTP/1.1 with a length, all of it; its status code. */
  int answer() throws IOException {
    StringBuilder head = new StringBuilder();
    while (head.length() < 4 || !head.substring(head.length() - 4).equals("\r\n\r\n")) {
      head.append((char) in.readUnsignedByte());
    }
    String text = head.toString();
    String lower = text.toLowerCase(java.util.Locale.ROOT);
    last = lower.contains("connection: close");
    int at = lower.indexOf("content-length: ") + 16;
    in.skipNBytes(Long.parseLong(text.substring(at, text.indexOf('\r', at))));
    return Integer.parseInt(text.substring(9, 12));
  }

  /** Whether the server said with its answer that it ends the connection. */
  boolean ended() {
    return last;
  }

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
