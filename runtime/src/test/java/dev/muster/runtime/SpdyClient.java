package dev.muster.runtime;

import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.spdy.DefaultSpdyDataFrame;
import io.netty.handler.codec.spdy.DefaultSpdySynStreamFrame;
import io.netty.handler.codec.spdy.SpdyDataFrame;
import io.netty.handler.codec.spdy.SpdyFrameCodec;
import io.netty.handler.codec.spdy.SpdySynReplyFrame;
import io.netty.handler.codec.spdy.SpdySynStreamFrame;
import io.netty.handler.codec.spdy.SpdyVersion;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/** A client of SPDY/3.1 streams, as client-go is one: it opens streams and reads all of them. */
final class SpdyClient implements AutoCloseable {
  private final Socket socket;
  private final EmbeddedChannel codec =
      new EmbeddedChannel(new SpdyFrameCodec(SpdyVersion.SPDY_3_1));
  private final Map<Integer, ByteArrayOutputStream> received = new HashMap<>();
  private final Map<Integer, Boolean> ended = new HashMap<>();
  private int next = 1;
  final String answer;

  SpdyClient(String url, String protocol) throws IOException {
    URI uri = URI.create(url);
    socket = new Socket(InetAddress.getLoopbackAddress(), uri.getPort());
    socket.setSoTimeout(20_000);
    socket
        .getOutputStream()
        .write(
            ("POST "
                    + uri.getPath()
                    + " HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: SPDY/3.1\r\n"
                    + "X-Stream-Protocol-Version: "
                    + protocol
                    + "\r\nContent-Length: 0\r\n\r\n")
                .getBytes(StandardCharsets.UTF_8));
    StringBuilder head = new StringBuilder();
    InputStream in = socket.getInputStream();
    while (head.indexOf("\r\n\r\n") < 0) {
      int c = in.read();
      if (c < 0) {
        break;
      }
      head.append((char) c);
    }
    answer = head.toString();
  }

  int open(Map<String, String> headers) throws IOException {
    int id = next;
    next += 2;
    SpdySynStreamFrame syn = new DefaultSpdySynStreamFrame(id, 0, (byte) 0);
    headers.forEach(syn.headers()::add);
    received.put(id, new ByteArrayOutputStream());
    send(syn);
    return id;
  }

  void write(int id, String text, boolean last) throws IOException {
    SpdyDataFrame data =
        new DefaultSpdyDataFrame(id, Unpooled.wrappedBuffer(text.getBytes(StandardCharsets.UTF_8)));
    data.setLast(last);
    send(data);
  }

  private void send(Object frame) throws IOException {
    codec.writeOutbound(frame);
    for (io.netty.buffer.ByteBuf bytes = codec.readOutbound();
        bytes != null;
        bytes = codec.readOutbound()) {
      socket.getOutputStream().write(ByteBufUtil.getBytes(bytes));
      bytes.release();
    }
  }

  /** Reads until the stream has ended or holds the text. */
  String read(int id, String until) throws IOException {
    byte[] buffer = new byte[8192];
    while (!ended.getOrDefault(id, false) && (until.isEmpty() || !text(id).contains(until))) {
      int n = socket.getInputStream().read(buffer);
      if (n < 0) {
        break;
      }
      codec.writeInbound(Unpooled.copiedBuffer(buffer, 0, n));
      for (Object frame = codec.readInbound(); frame != null; frame = codec.readInbound()) {
        if (frame instanceof SpdyDataFrame data) {
          bytes(data.streamId()).writeBytes(ByteBufUtil.getBytes(data.content()));
          if (data.isLast()) {
            ended.put(data.streamId(), true);
          }
        } else if (!(frame instanceof SpdySynReplyFrame reply)) {
          throw new IOException("unexpected " + frame);
        } else if (reply.headers().isEmpty()) {
          throw new IOException("unexpected end: there has to be a header block");
        }
      }
    }
    return text(id);
  }

  private ByteArrayOutputStream bytes(int id) {
    return received.computeIfAbsent(id, each -> new ByteArrayOutputStream());
  }

  private String text(int id) {
    return bytes(id).toString(StandardCharsets.UTF_8);
  }

  @Override
  public void close() throws IOException {
    socket.close();
    codec.finishAndReleaseAll();
  }
}
