package dev.muster.runtime.streaming;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What a client sends on a SPDY connection. The first byte says in pieces of what size it arrives.
 */
class SpdyFuzzTest {
  @FuzzTest
  void streamsEndWithTheConnection(byte[] input) throws IOException {
    if (input.length == 0) {
      return;
    }
    List<SpdyStream> opened = new ArrayList<>();
    List<String> ends = new ArrayList<>();
    EmbeddedChannel channel = new EmbeddedChannel();
    SpdyConnection.serve(
        channel,
        new SpdyConnection.Streams() {
          @Override
          public void opened(SpdyStream stream) {
            opened.add(stream);
          }

          @Override
          public void gone() {
            ends.add("gone");
          }
        });
    int piece = 1 + (input[0] & 0xff);
    for (int at = 1; at < input.length && channel.isOpen(); at += piece) {
      ByteBuf bytes =
          Unpooled.wrappedBuffer(Arrays.copyOfRange(input, at, Math.min(input.length, at + piece)));
      channel.writeInbound(bytes);
      assertThat(bytes.refCnt()).isLessThanOrEqualTo(1);
      discard(channel);
    }
    // throws what escaped from the handlers
    channel.finish();
    discard(channel);
    assertThat(ends).containsExactly("gone");
    assertThat(opened).hasSizeLessThanOrEqualTo(input.length);
    for (SpdyStream each : opened) {
      assertThat(each.arrival().readAllBytes().length).isLessThanOrEqualTo(input.length);
    }
  }

  private static void discard(EmbeddedChannel channel) {
    for (Object sent = channel.readOutbound(); sent != null; sent = channel.readOutbound()) {
      ReferenceCountUtil.release(sent);
    }
  }
}
