package dev.muster.http;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/** HTTP/2 frame by frame, for clients that are not well behaved. */
public final class RawHttp2 implements AutoCloseable {
  public static final int DATA = 0;
  public static final int HEADERS = 1;
  public static final int RESET = 3;
  public static final int SETTINGS = 4;
  private static final int PING = 6;
  private static final int WINDOW_UPDATE = 8;

  private static final int END_OF_STREAM = 1;
  private static final int END_OF_HEADERS = 4;
  private static final int ACKNOWLEDGED = 1;

  private final SSLSocket socket;
  private int streams;

  /** What the server sent. */
  public static final class Frame {
    private final int type;
    private final int flags;
    private final int stream;
    private final byte[] body;

    private Frame(int type, int flags, int stream, byte[] body) {
      this.type = type;
      this.flags = flags;
      this.stream = stream;
      this.body = body;
    }

    public int type() {
      return type;
    }

    public int stream() {
      return stream;
    }

    public byte[] body() {
      return body;
    }

    public boolean endsStream() {
      return (type == DATA || type == HEADERS) && (flags & END_OF_STREAM) != 0;
    }
  }

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
    frame(preface, SETTINGS, 0, 0, window.toByteArray());
    send(preface);
  }

  /** Sends the head of a GET and says that this is all; tells the stream's number. */
  public int get(String path, String... headers) throws IOException {
    return request((byte) 0x82, END_OF_STREAM, path, headers);
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
    var frames = new ByteArrayOutputStream();
    frame(frames, HEADERS, END_OF_HEADERS | flags, stream, head.toByteArray());
    send(frames);
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
    var frames = new ByteArrayOutputStream();
    frame(frames, DATA, last ? END_OF_STREAM : 0, stream, bytes);
    send(frames);
  }

  public void reset(int stream) throws IOException {
    var frames = new ByteArrayOutputStream();
    frame(frames, RESET, 0, stream, new byte[] {0, 0, 0, 8});
    send(frames);
  }

  /** Lets the server send more, on a stream or, for 0, on the whole connection. */
  public void widen(int stream, int by) throws IOException {
    var size = new ByteArrayOutputStream();
    new DataOutputStream(size).writeInt(by);
    var frames = new ByteArrayOutputStream();
    frame(frames, WINDOW_UPDATE, 0, stream, size.toByteArray());
    send(frames);
  }

  /** The next frame that belongs to a stream. */
  public Frame next() throws IOException {
    DataInputStream in = new DataInputStream(socket.getInputStream());
    while (true) {
      int first = in.read();
      if (first < 0) {
        throw new EOFException("the server has closed the connection");
      }
      byte[] body = new byte[first << 16 | in.readUnsignedShort()];
      int type = in.readUnsignedByte();
      int flags = in.readUnsignedByte();
      int stream = in.readInt();
      in.readFully(body);
      if ((type == SETTINGS || type == PING) && (flags & ACKNOWLEDGED) == 0) {
        var frames = new ByteArrayOutputStream();
        frame(frames, type, ACKNOWLEDGED, 0, type == PING ? body : new byte[0]);
        send(frames);
      } else if (type == DATA || type == HEADERS || type == RESET) {
        return new Frame(type, flags, stream, body);
      }
    }
  }

  private void send(ByteArrayOutputStream frames) throws IOException {
    socket.getOutputStream().write(frames.toByteArray());
    socket.getOutputStream().flush();
  }

  private static void frame(ByteArrayOutputStream to, int type, int flags, int stream, byte[] body)
      throws IOException {
    DataOutputStream out = new DataOutputStream(to);
    out.writeByte(body.length >> 16);
    out.writeShort(body.length);
    out.writeByte(type);
    out.writeByte(flags);
    out.writeInt(stream);
    out.write(body);
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
