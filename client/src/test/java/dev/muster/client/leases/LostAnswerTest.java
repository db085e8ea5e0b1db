package dev.muster.client.leases;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Who is stopped while a renewal is under way does not know whether it was written. */
@Timeout(60)
class LostAnswerTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final LeaderElection.Timing QUICK =
      new LeaderElection.Timing(
          Duration.ofSeconds(1), Duration.ofMillis(200), Duration.ofMillis(10));

  /** Keeps one object, over whose newest version alone it lets others write. */
  private static final class Versioned implements ApiTransport {
    private ObjectNode lease = JSON.createObjectNode();
    private int version;
    private boolean losesAnswers;

    @Override
    public synchronized ApiReply send(ApiRequest request) throws IOException {
      if (request.method().equals("GET")) {
        return version == 0 ? refusal(404, "NotFound") : reply(200, lease);
      }
      ObjectNode sent = (ObjectNode) JSON.readTree(request.body());
      String over = sent.at("/metadata/resourceVersion").asText();
      if (version > 0 && !over.equals(String.valueOf(version))) {
        return refusal(409, "Conflict");
      }
      version++;
      sent.withObject("metadata").put("resourceVersion", String.valueOf(version));
      lease = sent;
      if (losesAnswers) {
        throw new InterruptedIOException();
      }
      return reply(200, lease);
    }

    synchronized void losesAnswers(boolean so) {
      losesAnswers = so;
    }

    synchronized String holder() {
      return lease.at("/spec/holderIdentity").asText();
    }

    synchronized void isTakenBy(String other) {
      version++;
      lease.withObject("metadata").put("resourceVersion", String.valueOf(version));
      lease.withObject("spec").put("holderIdentity", other);
    }

    private static ApiReply refusal(int code, String reason) {
      String text = "{\"reason\":\"" + reason + "\",\"code\":" + code + "}";
      return new ApiReply(code, new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
    }

    private static ApiReply reply(int code, ObjectNode body) throws IOException {
      return new ApiReply(code, new ByteArrayInputStream(JSON.writeValueAsBytes(body)));
    }

    @Override
    public void close() {}
  }

  private final Versioned server = new Versioned();
  private final LeaderElection election =
      new LeaderElection(
          new ApiClient(server), "kube-system", "work", "me", QUICK, InstantSource.system());

  @Test
  void aLeaseThatWasRenewedUnseenIsGivenBack() throws Exception {
    election.acquire();
    server.losesAnswers(true);
    election.keep(); // until it gives up, with renewals that nobody told it of
    server.losesAnswers(false);
    election.release();
    assertThat(server.holder()).isEmpty();
  }

  @Test
  void aLeaseThatSomebodyElseHasMeanwhileIsLeftToThem() throws Exception {
    election.acquire();
    server.isTakenBy("other");
    election.release();
    assertThat(server.holder()).isEqualTo("other");
  }
}
