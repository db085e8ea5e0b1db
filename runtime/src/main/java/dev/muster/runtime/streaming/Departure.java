package dev.muster.runtime.streaming;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A stream of bytes to a connection; each write waits until it has left. */
final class Departure extends OutputStream {
  private static final int CHUNK = 32 * 1024;

  private final Channel channel;
  private final Function<byte[], Object> frame;
  private final @Nullable Object end;
  private boolean closed;

  /**
   * @param frame wraps content for the connection
   * @param end what tells the client that nothing more comes; null for nothing
   */
  Departure(Channel channel, Function<byte[], Object> frame, @Nullable Object end) {
    this.channel = channel;
    this.frame = frame;
    this.end = end;
  }

  @Override
  public void write(int value) throws IOException {
    write(new byte[] {(byte) value});
  }

  @Override
  public void write(byte[] bytes, int start, int length) throws IOException {
    for (int at = start; at < start + length; at += CHUNK) {
      send(frame.apply(Arrays.copyOfRange(bytes, at, Math.min(start + length, at + CHUNK))));
    }
  }

  @Override
  public void close() throws IOException {
    if (!closed) {
      closed = true;
      if (end != null && channel.isActive()) {
        send(end);
      }
    }
  }

  private void send(Object message) throws IOException {
    var sent = channel.writeAndFlush(message).awaitUninterruptibly();
    if (!sent.isSuccess()) {
      throw new IOException("the client is gone", sent.cause());
    }
  }

  /** Content as a buffer behind a first byte. */
  static io.netty.buffer.ByteBuf behind(int first, byte[] content) {
    return Unpooled.wrappedBuffer(new byte[] {(byte) first}, content);
  }
}
