package dev.muster.runtime.streaming;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.MessageToMessageCodec;
import io.netty.handler.codec.http.websocketx.BinaryWebSocketFrame;
import java.util.List;

/** SPDY inside a WebSocket: the binary messages, one after the other, are its bytes. */
final class WebSocketTunnel extends MessageToMessageCodec<BinaryWebSocketFrame, ByteBuf> {
  WebSocketTunnel() {
    super(BinaryWebSocketFrame.class, ByteBuf.class);
  }

  @Override
  protected void encode(ChannelHandlerContext context, ByteBuf bytes, List<Object> out) {
    out.add(new BinaryWebSocketFrame(bytes.retain()));
  }

  @Override
  protected void decode(
      ChannelHandlerContext context, BinaryWebSocketFrame frame, List<Object> out) {
    out.add(frame.content().retain());
  }
}
