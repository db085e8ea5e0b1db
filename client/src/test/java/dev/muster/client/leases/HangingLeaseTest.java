package dev.muster.client.leases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.client.api.ApiClient;
import dev.muster.client.api.ApiReply;
import dev.muster.client.api.ApiRequest;
import dev.muster.client.api.ApiTransport;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A server that does not answer any more keeps nobody a leader. */
@Timeout(60)
class HangingLeaseTest {
  private static final LeaderElection.Timing QUICK =
      new LeaderElection.Timing(
          Duration.ofSeconds(1), Duration.ofMillis(200), Duration.ofMillis(10));

  /** Takes what is sent, until it stops answering. */
  private static final class Stalling implements ApiTransport {
    private final CountDownLatch never = new CountDownLatch(1);
    private volatile byte[] lease = {};
    private volatile boolean stalls;

    @Override
    public ApiReply send(ApiRequest request) throws IOException {
      if (stalls) {
        try {
          never.await();
        } catch (InterruptedException e) {
          throw new InterruptedIOException();
        }
      }
      if (request.method().equals("GET")) {
        return lease.length == 0
            ? reply(404, "{\"reason\":\"NotFound\",\"code\":404}".getBytes(StandardCharsets.UTF_8))
            : reply(200, lease);
      }
      lease = request.body();
      return reply(request.method().equals("POST") ? 201 : 200, lease);
    }

    private static ApiReply reply(int code, byte[] body) {
      return new ApiReply(code, new ByteArrayInputStream(body));
    }

    @Override
    public void close() {}
  }

  @Test
  void isLostAlthoughNoAnswerComes() throws Exception {
    Stalling server = new Stalling();
    LeaderElection election =
        new LeaderElection(
            new ApiClient(server), "kube-system", "work", "me", QUICK, InstantSource.system());
    election.acquire();
    assertThat(new String(server.lease, StandardCharsets.UTF_8))
        .contains("\"holderIdentity\":\"me\"");
    server.stalls = true;
    election.keep(); // returns, or the test's time is up
  }
}
