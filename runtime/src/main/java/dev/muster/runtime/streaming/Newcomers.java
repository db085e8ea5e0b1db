package dev.muster.runtime.streaming;

import dev.muster.base.sockets.Network;
import dev.muster.base.sockets.Strangers;
import io.netty.channel.Channel;
import io.netty.channel.socket.SocketChannel;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * Connections that have not shown a token yet: for a short time each, and never many. Used by the
 * event loop's one thread only.
 */
final class Newcomers {
  private static final int MOST = 256;
  private static final int MOST_OF_ONE_ADDRESS = 64;
  private static final Duration LONGEST = Duration.ofSeconds(10);

  private final Strangers<Channel> strangers =
      new Strangers<>(MOST, MOST_OF_ONE_ADDRESS, Sending::close);

  private final Map<Channel, Newcomer> all = new HashMap<>();

  private record Newcomer(String network, Future<?> end) {}

  void add(SocketChannel channel) {
    // one that is gone already does not tell any more where it came from
    InetSocketAddress from = channel.remoteAddress();
    String network = from == null ? "" : Network.of(from.getAddress());
    Future<?> end =
        channel
            .eventLoop()
            .schedule(() -> Sending.close(channel), LONGEST.toMillis(), TimeUnit.MILLISECONDS);
    all.put(channel, new Newcomer(network, end));
    strangers.add(network, channel);
    var unused = channel.closeFuture().addListener(closed -> remove(channel));
  }

  /** It has shown a token, or is gone. */
  void remove(Channel channel) {
    Newcomer newcomer = all.remove(channel);
    if (newcomer != null) {
      strangers.remove(newcomer.network(), channel);
      newcomer.end().cancel(false);
    }
  }
}
