package dev.muster.testing.http;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/** HTTP/2 frame by frame, for clients that are not well behaved. */
public final class RawHttp2 implements AutoCloseable {
  private final SSLSocket socket;
  private int streams;

  /** Begins to speak on a connection that has not shaken hands yet. */
  public RawHttp2(SSLSocket socket, int initialWindow) throws IOException {
    this.socket = socket;
    SSLParameters parameters = socket.getSSLParameters();
    parameters.setApplicationProtocols(new String[] {"h2"});
    socket.setSSLParameters(parameters);
    var preface = new ByteArrayOutputStream();
    preface.write("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
    var window = new ByteArrayOutputStream();
    new DataOutputStream(window).writeShort(4);
    new DataOutputStream(window).writeInt(initialWindow);
    Http2Frame.write(preface, Http2Frame.SETTINGS, 0, 0, window.toByteArray());
    send(preface);
  }

  /** Sends the head of a GET and says that this is all; tells the stream's number. */
  public int get(String path, String... headers) throws IOException {
    return request((byte) 0x82, Http2Frame.END_OF_STREAM, path, headers);
  }

  /** Sends the head of a POST, after which a body is to come. */
  public int post(String path, String... headers) throws IOException {
    return request((byte) 0x83, 0, path, headers);
  }

  private int request(byte method, int flags, String path, String... headers) throws IOException {
    // HPACK: method and scheme are in the static table, all else is literal
    var head = new ByteArrayOutputStream();
    head.write(method);
    head.write((byte) 0x87);
    head.write(0x04);
    text(head, path);
    head.write(0x01);
    text(head, "h");
    for (int at = 0; at < headers.length; at += 2) {
      head.write(0x00);
      text(head, headers[at]);
      text(head, headers[at + 1]);
    }
    int stream = 2 * streams++ + 1;
    send(Http2Frame.HEADERS, Http2Frame.END_OF_HEADERS | flags, stream, head.toByteArray());
    return stream;
  }

  /** A number of less than two bytes' worth in HPACK, then the text as it is. */
  private static void text(ByteArrayOutputStream to, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
    if (bytes.length < 127) {
      to.write(bytes.length);
    } else {
      to.write(127);
      int left = bytes.length - 127;
      for (; left >= 128; left /= 128) {
        to.write(left % 128 + 128);
      }
      to.write(left);
    }
    to.writeBytes(bytes);
  }

  /** Sends a part of a body, or its end. */
  public void data(int stream, byte[] bytes, boolean last) throws IOException {
    send(Http2Frame.DATA, last ? Http2Frame.END_OF_STREAM : 0, stream, bytes);
  }

  public void reset(int stream) throws IOException {
    send(Http2Frame.RESET, 0, stream, new byte[] {0, 0, 0, 8});
  }

  /** Lets the server send more, on a stream or, for 0, on the whole connection. */
  public void widen(int stream, int by) throws IOException {
    var size = new ByteArrayOutputStream();
    new DataOutputStream(size).writeInt(by);
    send(Http2Frame.WINDOW_UPDATE, 0, stream, size.toByteArray());
  }

  /** The next frame that belongs to a stream; settings and pings are answered on the way. */
  public Http2Frame next() throws IOException {
    DataInputStream in = new DataInputStream(socket.getInputStream());
    while (true) {
      Http2Frame frame = Http2Frame.read(in);
      int type = frame.type();
      if ((type == Http2Frame.SETTINGS || type == Http2Frame.PING) && !frame.isAcknowledgement()) {
        byte[] body = type == Http2Frame.PING ? frame.body() : new byte[0];
        send(type, Http2Frame.ACKNOWLEDGED, 0, body);
      } else if (type == Http2Frame.DATA
          || type == Http2Frame.HEADERS
          || type == Http2Frame.RESET) {
        return frame;
      }
    }
  }

  /** Sends any frame. */
  public void send(int type, int flags, int stream, byte[] body) throws IOException {
    var frames = new ByteArrayOutputStream();
    Http2Frame.write(frames, type, flags, stream, body);
    send(frames);
  }

  private void send(ByteArrayOutputStream frames) throws IOException {
    socket.getOutputStream().write(frames.toByteArray());
    socket.getOutputStream().flush();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
