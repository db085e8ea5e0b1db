package dev.muster.runtime.streaming;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.handler.codec.spdy.DefaultSpdyDataFrame;
import io.netty.handler.codec.spdy.SpdyDataFrame;
import java.io.OutputStream;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;

/**
 * One stream that a client opened.
 *
 * @param headers by lower-case name
 */
record SpdyStream(int id, Map<String, String> headers, Arrival arrival, OutputStream departure) {
  static SpdyStream on(Channel channel, int id, Map<String, String> headers) {
    SpdyDataFrame end = new DefaultSpdyDataFrame(id);
    end.setLast(true);
    return new SpdyStream(
        id,
        Collections.unmodifiableMap(new HashMap<>(headers)),
        new Arrival(channel),
        new Departure(
            channel, bytes -> new DefaultSpdyDataFrame(id, Unpooled.wrappedBuffer(bytes)), end));
  }

  String header(String name) {
    return headers.getOrDefault(name, "");
  }
}
