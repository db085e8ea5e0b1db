package dev.muster.etcd;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Status;
import java.nio.channels.ClosedChannelException;
import org.junit.jupiter.api.Test;

/** What is tried with another member. */
class EtcdFailureTest {
  private static boolean passing(Status status) {
    return EtcdFailure.passing(status.asRuntimeException());
  }

  @Test
  void aConnectionThatEndedUnderACallIsNoAnswer() {
    Status closed = Status.UNKNOWN.withDescription("channel closed");
    assertThat(passing(closed.withCause(new ClosedChannelException()))).isTrue();
    assertThat(passing(Status.UNAVAILABLE)).isTrue();
  }

  @Test
  void whatEtcdRefusesIsAnAnswer() {
    assertThat(passing(Status.UNKNOWN.withDescription("etcdserver: something"))).isFalse();
    assertThat(passing(Status.INVALID_ARGUMENT)).isFalse();
  }
}
