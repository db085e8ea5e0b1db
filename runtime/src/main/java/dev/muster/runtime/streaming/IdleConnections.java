package dev.muster.runtime.streaming;

import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.timeout.IdleStateEvent;
import io.netty.handler.timeout.IdleStateHandler;
import java.util.concurrent.TimeUnit;

/** Ends connections over which nothing went, either way, for as long as a kubelet would wait. */
final class IdleConnections extends IdleStateHandler {
  IdleConnections(long most, TimeUnit unit) {
    super(0, 0, most, unit);
  }

  @Override
  protected void channelIdle(ChannelHandlerContext context, IdleStateEvent event) {
    Sending.close(context.channel());
  }
}
