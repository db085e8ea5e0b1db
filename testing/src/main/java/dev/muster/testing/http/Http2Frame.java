package dev.muster.testing.http;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;

/** One frame of HTTP/2 as it is on the wire, whether it makes sense or not. */
public final class Http2Frame {
  public static final int DATA = 0;
  public static final int HEADERS = 1;
  public static final int RESET = 3;
  public static final int SETTINGS = 4;
  public static final int PING = 6;
  public static final int WINDOW_UPDATE = 8;

  public static final int END_OF_STREAM = 1;
  public static final int END_OF_HEADERS = 4;
  public static final int ACKNOWLEDGED = 1;

  private final int type;
  private final int flags;
  private final int stream;
  private final byte[] body;

  private Http2Frame(int type, int flags, int stream, byte[] body) {
    this.type = type;
    this.flags = flags;
    this.stream = stream;
    this.body = body;
  }

  /** Appends a frame. */
  public static void write(ByteArrayOutputStream to, int type, int flags, int stream, byte[] body)
      throws IOException {
    DataOutputStream out = new DataOutputStream(to);
    out.writeByte(body.length >> 16);
    out.writeShort(body.length);
    out.writeByte(type);
    out.writeByte(flags);
    out.writeInt(stream);
    out.write(body);
  }

  /** The next frame; the end of the connection is an exception. */
  public static Http2Frame read(DataInputStream in) throws IOException {
    int first = in.read();
    if (first < 0) {
      throw new EOFException("the server has closed the connection");
    }
    byte[] body = new byte[first << 16 | in.readUnsignedShort()];
    int type = in.readUnsignedByte();
    int flags = in.readUnsignedByte();
    int stream = in.readInt();
    in.readFully(body);
    return new Http2Frame(type, flags, stream, body);
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

  boolean isAcknowledgement() {
    return (flags & ACKNOWLEDGED) != 0;
  }
}
