package dev.muster.runtime.streaming;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.HttpServerCodec;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Serves streams at URLs on loopback. Each URL is good for one connection, and for a minute;
 * connections without one are {@link Newcomers}, so the streams are as many as were offered.
 */
public final class StreamingServer implements AutoCloseable {
  private static final long MOST_IDLE_HOURS = 4;
  private static final int LONGEST_LINE = 4096;
  private static final int MOST_HEADER_BYTES = 16 * 1024;

  private final EventLoopGroup loops;
  private final Channel listening;
  private final Offers offers;
  private final Unattended unattended = new Unattended();

  private StreamingServer(EventLoopGroup loops, Channel listening, Offers offers) {
    this.loops = loops;
    this.listening = listening;
    this.offers = offers;
  }

  /** Starts on a port that is free. */
  public static StreamingServer start() throws IOException {
    EventLoopGroup loops = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
    Offers offers = new Offers(System::nanoTime);
    Newcomers newcomers = new Newcomers();
    var bound =
        new ServerBootstrap()
            .group(loops)
            .channel(NioServerSocketChannel.class)
            .childHandler(
                new ChannelInitializer<SocketChannel>() {
                  @Override
                  protected void initChannel(SocketChannel channel) {
                    newcomers.add(channel);
                    channel
                        .pipeline()
                        .addLast(new IdleConnections(MOST_IDLE_HOURS, TimeUnit.HOURS))
                        .addLast(new HttpServerCodec(LONGEST_LINE, MOST_HEADER_BYTES, LONGEST_LINE))
                        .addLast(new UpgradeHandler(offers, newcomers));
                  }
                })
            .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
            .awaitUninterruptibly();
    if (!bound.isSuccess()) {
      var unused = loops.shutdownGracefully();
      throw new IOException("no port on loopback can be had", bound.cause());
    }
    return new StreamingServer(loops, bound.channel(), offers);
  }

  /** Where commands go on that their clients have left. */
  public Unattended unattended() {
    return unattended;
  }

  /** A URL at which one client may run a session. */
  public String offerCommand(String kind, Wanted wanted, CommandSession session) {
    return url(kind, offers.add(new Offers.Offer.Command(wanted, session)));
  }

  /** A URL at which one client may reach ports. */
  public String offerPorts(PortSession session, List<Integer> ports) {
    return url("portforward", offers.add(new Offers.Offer.Ports(session, ports)));
  }

  private String url(String kind, String token) {
    InetSocketAddress address = (InetSocketAddress) listening.localAddress();
    return "http://127.0.0.1:" + address.getPort() + "/" + kind + "/" + token;
  }

  /** Ends all streams, and all commands that were left alone. */
  @Override
  public void close() {
    unattended.close();
    var unused = listening.close().awaitUninterruptibly();
    var unusedEnd = loops.shutdownGracefully(0, 2, TimeUnit.SECONDS).awaitUninterruptibly();
  }
}
