package dev.muster.runtime.streaming;

import io.netty.channel.Channel;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * Connections that have not shown a token yet: for a short time each, and never many. A new one
 * pushes out the oldest, so that whoever shows its token at once gets in, and those who say nothing
 * keep nobody out. Used by the event loop's one thread only.
 */
final class Newcomers {
  private static final int MOST = 256;
  private static final Duration LONGEST = Duration.ofSeconds(10);

  /** Each with what will end it, in the order in which they came. */
  private final Map<Channel, Future<?>> waiting = new LinkedHashMap<>();

  void add(Channel channel) {
    Future<?> end =
        channel
            .eventLoop()
            .schedule(() -> Sending.close(channel), LONGEST.toMillis(), TimeUnit.MILLISECONDS);
    waiting.put(channel, end);
    var unused = channel.closeFuture().addListener(closed -> remove(channel));
    if (waiting.size() > MOST) {
      Sending.close(waiting.keySet().iterator().next());
    }
  }

  /** It has shown a token, or is gone. */
  void remove(Channel channel) {
    Future<?> end = waiting.remove(channel);
    if (end != null) {
      end.cancel(false);
    }
  }
}
