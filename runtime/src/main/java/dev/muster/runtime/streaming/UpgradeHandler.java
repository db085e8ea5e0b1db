package dev.muster.runtime.streaming;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.websocketx.WebSocketFrameAggregator;
import io.netty.handler.codec.http.websocketx.WebSocketServerHandshaker;
import io.netty.handler.codec.http.websocketx.WebSocketServerHandshakerFactory;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/** Takes the one request of a connection and turns the connection into streams. */
final class UpgradeHandler extends SimpleChannelInboundHandler<HttpRequest> {
  private static final String SPDY = "SPDY/3.1";
  private static final String PROTOCOL = "X-Stream-Protocol-Version";
  private static final String TUNNEL = "SPDY/3.1+portforward.k8s.io";
  private static final int LARGEST_MESSAGE = 1024 * 1024;
  private static final List<String> COMMANDS_BY_WEB_SOCKET =
      List.of("v5.channel.k8s.io", "v4.channel.k8s.io", "channel.k8s.io");
  private static final List<String> COMMANDS_BY_SPDY =
      List.of("v4.channel.k8s.io", "v3.channel.k8s.io", "v2.channel.k8s.io", "channel.k8s.io");
  private static final List<String> PORTS_BY_WEB_SOCKET = List.of(TUNNEL, "v4.channel.k8s.io");
  private static final List<String> PORTS_BY_SPDY = List.of("portforward.k8s.io");

  private final Offers offers;
  private final Newcomers newcomers;

  UpgradeHandler(Offers offers, Newcomers newcomers) {
    this.offers = offers;
    this.newcomers = newcomers;
  }

  @Override
  protected void channelRead0(ChannelHandlerContext context, HttpRequest request) {
    if (request.decoderResult().isFailure()) {
      refuse(context, HttpResponseStatus.BAD_REQUEST, "the request cannot be read");
      return;
    }
    String upgrade = request.headers().get(HttpHeaderNames.UPGRADE, "");
    boolean webSocket = upgrade.equalsIgnoreCase("websocket");
    if (!webSocket && !upgrade.equalsIgnoreCase(SPDY)) {
      refuse(context, HttpResponseStatus.BAD_REQUEST, "upgrade to SPDY/3.1 or websocket expected");
      return;
    }
    String path = request.uri().replaceFirst("\\?.*", "");
    Optional<Offers.Offer> offer = offers.take(path.substring(path.lastIndexOf('/') + 1));
    if (offer.isEmpty()) {
      refuse(context, HttpResponseStatus.NOT_FOUND, "no such stream, or its token was used");
      return;
    }
    newcomers.remove(context.channel());
    if (webSocket) {
      byWebSocket(context, request, offer.get());
    } else {
      bySpdy(context, request, offer.get());
    }
  }

  private void byWebSocket(ChannelHandlerContext context, HttpRequest request, Offers.Offer offer) {
    List<String> known =
        switch (offer) {
          case Offers.Offer.Command command -> COMMANDS_BY_WEB_SOCKET;
          case Offers.Offer.Ports ports -> PORTS_BY_WEB_SOCKET;
        };
    String asked = request.headers().get(HttpHeaderNames.SEC_WEBSOCKET_PROTOCOL, "");
    Optional<String> protocol = choose(known, List.of(asked));
    if (protocol.isEmpty()) {
      refuse(context, HttpResponseStatus.BAD_REQUEST, "no protocol in common: " + known);
      return;
    }
    WebSocketServerHandshaker handshaker =
        new WebSocketServerHandshakerFactory("", protocol.get(), false, LARGEST_MESSAGE)
            .newHandshaker(request);
    if (handshaker == null) {
      var unused =
          WebSocketServerHandshakerFactory.sendUnsupportedVersionResponse(context.channel());
      return;
    }
    Channel channel = context.channel();
    DefaultFullHttpRequest full =
        new DefaultFullHttpRequest(
            request.protocolVersion(),
            request.method(),
            request.uri(),
            Unpooled.EMPTY_BUFFER,
            request.headers(),
            request.headers().copy().clear());
    channel.pipeline().remove(this);
    var unused =
        handshaker
            .handshake(channel, full)
            .addListener(
                done -> {
                  if (!done.isSuccess()) {
                    Sending.close(channel);
                    return;
                  }
                  channel
                      .pipeline()
                      .addLast(new WebSocketFrameAggregator(LARGEST_MESSAGE))
                      .addLast(new ControlFrames());
                  switch (offer) {
                    case Offers.Offer.Command command ->
                        WebSocketCommand.serve(
                            channel, command.wanted(), command.session(), protocol.get());
                    case Offers.Offer.Ports ports -> {
                      if (protocol.get().equals(TUNNEL)) {
                        channel.pipeline().addLast(new WebSocketTunnel());
                        SpdyPorts.serve(channel, ports.session());
                      } else {
                        WebSocketPorts.serve(channel, ports.session(), ports.ports());
                      }
                    }
                  }
                });
  }

  private void bySpdy(ChannelHandlerContext context, HttpRequest request, Offers.Offer offer) {
    List<String> known =
        switch (offer) {
          case Offers.Offer.Command command -> COMMANDS_BY_SPDY;
          case Offers.Offer.Ports ports -> PORTS_BY_SPDY;
        };
    List<String> asked = request.headers().getAll(PROTOCOL);
    Optional<String> protocol =
        asked.isEmpty() ? Optional.of(known.getLast()) : choose(known, asked);
    if (protocol.isEmpty()) {
      refuse(context, HttpResponseStatus.FORBIDDEN, "no protocol in common: " + known);
      return;
    }
    FullHttpResponse answer =
        new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.SWITCHING_PROTOCOLS);
    answer.headers().set(HttpHeaderNames.CONNECTION, "Upgrade");
    answer.headers().set(HttpHeaderNames.UPGRADE, SPDY);
    answer.headers().set(PROTOCOL, protocol.get());
    Channel channel = context.channel();
    var unused =
        context
            .writeAndFlush(answer)
            .addListener(
                done -> {
                  channel.pipeline().remove(UpgradeHandler.this);
                  switch (offer) {
                    case Offers.Offer.Command command ->
                        SpdyConnection.serve(
                            channel,
                            new SpdyCommand(
                                channel, command.wanted(), command.session(), protocol.get()));
                    case Offers.Offer.Ports ports -> SpdyPorts.serve(channel, ports.session());
                  }
                  channel.pipeline().remove(HttpServerCodec.class);
                });
  }

  /** The first of ours that the client knows, in whichever way it lists them. */
  private static Optional<String> choose(List<String> known, List<String> asked) {
    List<String> names =
        asked.stream()
            .flatMap(each -> List.of(each.split(",")).stream())
            .map(String::strip)
            .toList();
    return known.stream().filter(names::contains).findFirst();
  }

  private static void refuse(
      ChannelHandlerContext context, HttpResponseStatus status, String message) {
    FullHttpResponse answer =
        new DefaultFullHttpResponse(
            HttpVersion.HTTP_1_1,
            status,
            Unpooled.copiedBuffer(message + "\n", StandardCharsets.UTF_8));
    answer.headers().set(HttpHeaderNames.CONTENT_TYPE, "text/plain; charset=utf-8");
    answer.headers().set(HttpHeaderNames.CONTENT_LENGTH, answer.content().readableBytes());
    answer.headers().set(HttpHeaderNames.CONNECTION, "close");
    Sending.thenClose(context.channel(), answer);
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    Sending.close(context.channel());
  }
}
