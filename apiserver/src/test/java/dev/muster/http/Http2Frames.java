package dev.muster.http;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/** HTTP/2 by hand, for what no client library would send. */
final class Http2Frames {
  static final int DATA = 0;
  static final int HEADERS = 1;
  static final int RESET = 3;
  static final int SETTINGS = 4;
  static final int END_OF_STREAM_AND_HEADERS = 5;

  /** GET https://h/ in HPACK's static table, the authority as a literal. */
  static final byte[] GET = {(byte) 0x82, (byte) 0x84, (byte) 0x87, 0x41, 1, 'h'};

  private Http2Frames() {}

  /** With its content as ISO 8859-1 text. */
  record Frame(int type, int flags, int stream, String body) {}

  /** Begins a connection. */
  static void begin(SSLSocket socket) throws IOException {
    SSLParameters parameters = socket.getSSLParameters();
    parameters.setApplicationProtocols(new String[] {"h2"});
    socket.setSSLParameters(parameters);
    var preface = new ByteArrayOutputStream();
    preface.write("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
    write(preface, SETTINGS, 0, 0, new byte[0]);
    socket.getOutputStream().write(preface.toByteArray());
  }

  static void write(ByteArrayOutputStream to, int type, int flags, int stream, byte[] body)
      throws IOException {
    DataOutputStream out = new DataOutputStream(to);
    out.writeByte(0);
    out.writeShort(body.length);
    out.writeByte(type);
    out.writeByte(flags);
    out.writeInt(stream);
    out.write(body);
  }

  static Frame read(DataInputStream in) throws IOException {
    int length = in.readUnsignedByte() << 16 | in.readUnsignedShort();
    int type = in.readUnsignedByte();
    int flags = in.readUnsignedByte();
    int stream = in.readInt();
    String body = new String(in.readNBytes(length), StandardCharsets.ISO_8859_1);
    return new Frame(type, flags, stream, body);
  }
}
