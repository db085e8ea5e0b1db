package dev.muster.runtime.streaming;

import io.netty.channel.Channel;
import io.netty.util.AttributeKey;

/**
 * How many streams of one connection hold much that nobody has read. While there is one, the
 * connection is not read further, however quickly the others are emptied: a client cannot fill the
 * memory by a stream that nobody reads. Thread-safe.
 */
final class StreamBacklog {
  private static final AttributeKey<StreamBacklog> KEY =
      AttributeKey.valueOf(StreamBacklog.class, "streams");

  private final Channel channel;
  private int full;

  private StreamBacklog(Channel channel) {
    this.channel = channel;
  }

  /** The one of a connection. */
  static StreamBacklog of(Channel channel) {
    StreamBacklog made = new StreamBacklog(channel);
    StreamBacklog known = channel.attr(KEY).setIfAbsent(made);
    return known == null ? made : known;
  }

  synchronized void filled() {
    if (++full == 1) {
      channel.config().setAutoRead(false);
    }
  }

  synchronized void drained() {
    if (--full == 0) {
      channel.config().setAutoRead(true);
    }
  }
}
