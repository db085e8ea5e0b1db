package dev.muster.runtime.streaming;

import io.netty.buffer.ByteBufUtil;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.spdy.DefaultSpdyRstStreamFrame;
import io.netty.handler.codec.spdy.DefaultSpdySynReplyFrame;
import io.netty.handler.codec.spdy.SpdyDataFrame;
import io.netty.handler.codec.spdy.SpdyFrame;
import io.netty.handler.codec.spdy.SpdyFrameCodec;
import io.netty.handler.codec.spdy.SpdyPingFrame;
import io.netty.handler.codec.spdy.SpdyRstStreamFrame;
import io.netty.handler.codec.spdy.SpdyStreamStatus;
import io.netty.handler.codec.spdy.SpdySynReplyFrame;
import io.netty.handler.codec.spdy.SpdySynStreamFrame;
import io.netty.handler.codec.spdy.SpdyVersion;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** A SPDY/3.1 connection whose client opens the streams. Windows are not used, as in Kubernetes. */
final class SpdyConnection extends SimpleChannelInboundHandler<SpdyFrame> {
  private static final int MOST_STREAMS = 256;
  private static final int CHUNK = 64 * 1024;
  private static final int MOST_HEADER_BYTES = 16 * 1024;

  /** What is done with the streams. Called on the connection's own thread: must not block. */
  interface Streams {
    void opened(SpdyStream stream);

    void gone();
  }

  private final Channel channel;
  private final Streams streams;
  private final Map<Integer, SpdyStream> open = new HashMap<>();

  /** A frame could not be read, so that what follows it has no meaning. */
  private boolean broken;

  private SpdyConnection(Channel channel, Streams streams) {
    this.channel = channel;
    this.streams = streams;
  }

  static void serve(Channel channel, Streams streams) {
    ChannelPipeline pipeline = channel.pipeline();
    pipeline.addLast(new SpdyFrameCodec(SpdyVersion.SPDY_3_1, CHUNK, MOST_HEADER_BYTES, 6, 15, 8));
    pipeline.addLast(new SpdyConnection(channel, streams));
  }

  @Override
  protected void channelRead0(ChannelHandlerContext context, SpdyFrame frame) {
    if (broken) {
      return;
    }
    switch (frame) {
      case SpdySynStreamFrame syn -> open(syn);
      case SpdyDataFrame data -> {
        SpdyStream stream = open.get(data.streamId());
        if (stream != null) {
          stream.arrival().add(ByteBufUtil.getBytes(data.content()));
          if (data.isLast()) {
            stream.arrival().end();
          }
        }
      }
      case SpdyRstStreamFrame reset -> {
        SpdyStream stream = open.remove(reset.streamId());
        if (stream != null) {
          stream.arrival().end();
        }
      }
      case SpdyPingFrame ping -> Sending.now(channel, ping);
      default -> {}
    }
  }

  private void open(SpdySynStreamFrame syn) {
    if (open.size() >= MOST_STREAMS || open.containsKey(syn.streamId())) {
      Sending.now(
          channel, new DefaultSpdyRstStreamFrame(syn.streamId(), SpdyStreamStatus.REFUSED_STREAM));
      return;
    }
    Map<String, String> headers = new HashMap<>();
    syn.headers()
        .forEach(
            each ->
                headers.put(
                    each.getKey().toString().toLowerCase(Locale.ROOT), each.getValue().toString()));
    SpdyStream stream = SpdyStream.on(channel, syn.streamId(), headers);
    open.put(syn.streamId(), stream);
    Sending.now(channel, accepted(syn.streamId()));
    if (syn.isLast()) {
      stream.arrival().end();
    }
    streams.opened(stream);
  }

  /** Not without a header: client-go cannot read a reply whose header block is empty. */
  private static SpdyFrame accepted(int stream) {
    SpdySynReplyFrame reply = new DefaultSpdySynReplyFrame(stream);
    reply.headers().add(":status", "200");
    return reply;
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    open.values().forEach(each -> each.arrival().end());
    streams.gone();
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    broken = true;
    // not at once: the decoder is still at work on bytes that closing would take from it
    context.executor().execute(() -> Sending.close(context.channel()));
  }
}
