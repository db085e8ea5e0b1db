package dev.muster.runtime.streaming;

import io.netty.buffer.ByteBufUtil;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.websocketx.BinaryWebSocketFrame;
import io.netty.handler.codec.http.websocketx.TextWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketFrame;
import java.io.OutputStream;
import java.util.Arrays;

/** A command's streams as channels of a WebSocket: the first byte of each message tells which. */
final class WebSocketCommand extends SimpleChannelInboundHandler<WebSocketFrame> {
  private static final int STDIN = 0;
  private static final int STDOUT = 1;
  private static final int STDERR = 2;
  private static final int ERROR = 3;
  private static final int RESIZE = 4;
  private static final int CLOSE = 255;

  private final Channel channel;
  private final ClientStreams streams;

  private WebSocketCommand(Channel channel, ClientStreams streams) {
    this.channel = channel;
    this.streams = streams;
  }

  /** Serves a session on a connection whose handshake is done. */
  static void serve(Channel channel, Wanted wanted, CommandSession session, String protocol) {
    Arrival stdin = new Arrival(channel);
    if (!wanted.stdin()) {
      stdin.end();
    }
    ClientStreams streams =
        new ClientStreams(
            stdin,
            output(channel, STDOUT, wanted.stdout()),
            output(channel, STDERR, wanted.stderr() && !wanted.tty()));
    WebSocketCommand handler = new WebSocketCommand(channel, streams);
    channel.pipeline().addLast(handler);
    Thread.ofPlatform()
        .daemon()
        .name("command")
        .start(
            () -> {
              StreamOutcome outcome = StreamOutcome.of(session, streams);
              handler.finish(outcome, protocol.startsWith("v4.") || protocol.startsWith("v5."));
            });
  }

  private static OutputStream output(Channel channel, int number, boolean wanted) {
    return wanted
        ? new Departure(
            channel, bytes -> new BinaryWebSocketFrame(Departure.behind(number, bytes)), null)
        : OutputStream.nullOutputStream();
  }

  private void finish(StreamOutcome outcome, boolean asStatus) {
    byte[] message = outcome.message(asStatus);
    Sending.now(channel, new BinaryWebSocketFrame(Departure.behind(ERROR, message)));
    // what the client still sends is not waited for by anybody, but its goodbye is
    streams.endInput();
    ControlFrames.close(channel);
  }

  @Override
  protected void channelRead0(ChannelHandlerContext context, WebSocketFrame frame) {
    switch (frame) {
      case BinaryWebSocketFrame binary -> message(ByteBufUtil.getBytes(binary.content()));
      case TextWebSocketFrame text -> message(ByteBufUtil.getBytes(text.content()));
      default -> {}
    }
  }

  private void message(byte[] message) {
    if (message.length == 0) {
      return;
    }
    byte[] content = Arrays.copyOfRange(message, 1, message.length);
    switch (message[0] & 0xff) {
      case STDIN -> streams.input(content);
      case RESIZE -> streams.resized(content);
      case CLOSE -> {
        if (content.length > 0 && content[0] == STDIN) {
          streams.endInput();
        }
      }
      default -> {}
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    streams.leave();
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    Sending.close(context.channel());
  }
}
