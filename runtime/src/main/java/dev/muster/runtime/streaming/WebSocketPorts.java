package dev.muster.runtime.streaming;

import io.netty.buffer.ByteBufUtil;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.websocketx.BinaryWebSocketFrame;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Ports as channels of a WebSocket: two for each port, data and errors, both beginning with the
 * port's number.
 */
final class WebSocketPorts extends SimpleChannelInboundHandler<BinaryWebSocketFrame> {
  private final List<Arrival> data = new ArrayList<>();

  private WebSocketPorts() {}

  static void serve(Channel channel, PortSession session, List<Integer> ports) {
    WebSocketPorts handler = new WebSocketPorts();
    for (int i = 0; i < ports.size(); i++) {
      handler.data.add(new Arrival(channel));
    }
    channel.pipeline().addLast(handler);
    for (int i = 0; i < ports.size(); i++) {
      int port = ports.get(i);
      int number = 2 * i;
      byte[] announced = {(byte) port, (byte) (port >> 8)};
      Sending.now(channel, new BinaryWebSocketFrame(Departure.behind(number, announced)));
      Sending.now(channel, new BinaryWebSocketFrame(Departure.behind(number + 1, announced)));
      Departure out =
          new Departure(
              channel, bytes -> new BinaryWebSocketFrame(Departure.behind(number, bytes)), null);
      Arrival in = handler.data.get(i);
      Thread.ofPlatform()
          .daemon()
          .name("port-" + port)
          .start(
              () -> {
                try {
                  session.run(port, in, out);
                } catch (IOException e) {
                  byte[] text = String.valueOf(e.getMessage()).getBytes(StandardCharsets.UTF_8);
                  Sending.now(
                      channel, new BinaryWebSocketFrame(Departure.behind(number + 1, text)));
                }
                ControlFrames.close(channel);
              });
    }
  }

  @Override
  protected void channelRead0(ChannelHandlerContext context, BinaryWebSocketFrame frame) {
    byte[] message = ByteBufUtil.getBytes(frame.content());
    if (message.length == 0) {
      return;
    }
    int number = message[0] & 0xff;
    if (number % 2 == 0 && number / 2 < data.size()) {
      data.get(number / 2).add(Arrays.copyOfRange(message, 1, message.length));
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    data.forEach(Arrival::end);
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    Sending.close(context.channel());
  }
}
