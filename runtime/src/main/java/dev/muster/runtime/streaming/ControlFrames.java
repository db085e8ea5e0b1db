package dev.muster.runtime.streaming;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.websocketx.CloseWebSocketFrame;
import io.netty.handler.codec.http.websocketx.PingWebSocketFrame;
import io.netty.handler.codec.http.websocketx.PongWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketFrame;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** What a WebSocket's two ends say to each other about the connection itself. */
final class ControlFrames extends SimpleChannelInboundHandler<WebSocketFrame> {
  private static final Duration LONGEST_GOODBYE = Duration.ofSeconds(5);

  private volatile boolean closing;

  @Override
  public boolean acceptInboundMessage(Object message) {
    return message instanceof CloseWebSocketFrame
        || message instanceof PingWebSocketFrame
        || message instanceof PongWebSocketFrame;
  }

  @Override
  protected void channelRead0(ChannelHandlerContext context, WebSocketFrame frame) {
    Channel channel = context.channel();
    if (frame instanceof PingWebSocketFrame ping) {
      Sending.now(channel, new PongWebSocketFrame(ping.content().retain()));
    } else if (frame instanceof CloseWebSocketFrame close) {
      if (closing) {
        Sending.close(channel);
      } else {
        closing = true;
        Sending.thenClose(channel, close.retain());
      }
    }
  }

  /**
   * Says goodbye. The connection ends when the client has answered, who may still be writing, or
   * after a while.
   */
  static void close(Channel channel) {
    ControlFrames frames = channel.pipeline().get(ControlFrames.class);
    if (frames != null) {
      frames.closing = true;
    }
    Sending.now(channel, new CloseWebSocketFrame(1000, ""));
    var timeout =
        channel
            .eventLoop()
            .schedule(
                () -> Sending.close(channel), LONGEST_GOODBYE.toMillis(), TimeUnit.MILLISECONDS);
    var unused = channel.closeFuture().addListener(closed -> timeout.cancel(false));
  }
}
