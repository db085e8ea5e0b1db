package dev.muster.runtime.streaming;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.embedded.EmbeddedChannel;
import org.junit.jupiter.api.Test;

class StreamBacklogTest {
  private static final byte[] MUCH = new byte[300 * 1024];

  private final EmbeddedChannel channel = new EmbeddedChannel();
  private final Arrival read = new Arrival(channel);
  private final Arrival unread = new Arrival(channel);

  @Test
  void aStreamThatNobodyReadsIsNotFilledByWayOfAnother() throws Exception {
    unread.add(MUCH);
    assertThat(channel.config().isAutoRead()).isFalse();
    read.add(new byte[1]);
    assertThat(read.read()).isZero();
    assertThat(channel.config().isAutoRead()).isFalse();
    read.add(MUCH);
    read.readNBytes(MUCH.length);
    assertThat(channel.config().isAutoRead()).isFalse();
  }

  @Test
  void theConnectionIsReadAgainWhenTheStreamIs() throws Exception {
    unread.add(MUCH);
    unread.add(MUCH);
    unread.readNBytes(2 * MUCH.length);
    assertThat(channel.config().isAutoRead()).isTrue();
  }

  @Test
  void aStreamThatEndedKeepsNoOtherWaiting() throws Exception {
    unread.add(MUCH);
    unread.end();
    assertThat(channel.config().isAutoRead()).isTrue();
    assertThat(unread.readAllBytes()).hasSize(MUCH.length);
    assertThat(channel.config().isAutoRead()).isTrue();
  }
}
