package dev.muster.runtime.streaming;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;

/** Messages to a connection whose fate is nobody's concern: a broken connection ends by itself. */
final class Sending {
  private Sending() {}

  static void now(Channel channel, Object message) {
    var unused = channel.writeAndFlush(message);
  }

  /** The last message. */
  static void thenClose(Channel channel, Object message) {
    var unused = channel.writeAndFlush(message).addListener(ChannelFutureListener.CLOSE);
  }

  static void close(Channel channel) {
    var unused = channel.close();
  }
}
