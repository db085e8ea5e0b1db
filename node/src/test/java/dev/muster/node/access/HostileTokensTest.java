package dev.muster.node.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Who shows a token at the node's port, and how much of the API server's time that may cost. */
class HostileTokensTest {
  private static final String GOOD = "good";

  private final List<JsonNode> asked = new ArrayList<>();
  private final AtomicLong nanos = new AtomicLong();
  private final InstantSource clock = () -> Instant.EPOCH.plusNanos(nanos.get());
  private String grants = "get nodes/metrics";
  private boolean away;

  private final NodeGate gate = gate(NodeAccess.defaults());

  private NodeGate gate(NodeAccess access) {
    return new NodeGate("n", access, this::review, clock, nanos::get);
  }

  private ObjectNode review(String path, JsonNode review) throws IOException {
    asked.add(review);
    if (away) {
      throw new IOException("connection refused");
    }
    ObjectNode status = JsonNodeFactory.instance.objectNode();
    JsonNode spec = review.path("spec");
    if (path.endsWith("tokenreviews")) {
      status.put("authenticated", spec.path("token").asText().startsWith(GOOD));
      status.putObject("user").put("username", "prometheus").putArray("groups").add("scrapers");
    } else {
      JsonNode what = spec.path("resourceAttributes");
      String words = what.path("verb").asText() + " nodes/" + what.path("subresource").asText();
      status.put("allowed", grants.equals(words) && what.path("name").asText().equals("n"));
    }
    return JsonNodeFactory.instance.objectNode().set("status", status);
  }

  private static InetAddress address(int last) {
    try {
      return InetAddress.getByAddress(new byte[] {10, 0, (byte) (last >> 8), (byte) last});
    } catch (UnknownHostException e) {
      throw new IllegalStateException(e);
    }
  }

  private int code(NodeGate at, String token, int from, String method, String path) {
    try {
      at.check(
          Optional.empty(),
          token.isEmpty() ? Optional.empty() : Optional.of(token),
          address(from),
          method,
          path);
      return 200;
    } catch (AccessProblem e) {
      return e.code();
    }
  }

  private int scrape(String token) {
    return code(gate, token, 1, "GET", "metrics");
  }

  private void pass(Duration time) {
    nanos.addAndGet(time.toNanos());
  }

  @ParameterizedTest(name = "{0} /{1} with {2}: {3}")
  @CsvSource({
    "GET, metrics, get nodes/metrics, 200",
    "POST, metrics, get nodes/metrics, 403",
    "TRACE, metrics, get nodes/metrics, 403",
    "GET, metrics, get nodes/proxy, 403",
    "GET, pods, get nodes/pods, 200",
    "GET, pods, get nodes/proxy, 200",
    "GET, runningpods, get nodes/pods, 200",
    "GET, healthz, get nodes/healthz, 200",
    "GET, configz, get nodes/configz, 200",
    "GET, flagz, get nodes/configz, 200",
    "GET, stats, get nodes/stats, 200",
    "GET, logs, get nodes/log, 200",
    "GET, containerLogs, get nodes/log, 403",
    "GET, containerLogs, get nodes/proxy, 200",
    "GET, exec, get nodes/proxy, 403",
    "GET, exec, create nodes/proxy, 200",
    "POST, exec, create nodes/proxy, 200",
    "GET, portForward, get nodes/proxy, 403",
    "GET, anything, get nodes/proxy, 200",
    "GET, '', get nodes/metrics, 403",
  })
  void eachPathIsAPartOfTheNode(String method, String path, String granted, int code) {
    grants = granted;
    assertThat(code(gate, GOOD, 1, method, path)).isEqualTo(code);
  }

  @Test
  void aRefusalSaysWhatWasAskedFor() {
    grants = "";
    assertThatThrownBy(
            () -> gate.check(Optional.empty(), Optional.of(GOOD), address(1), "GET", "pods"))
        .hasMessage(
            "Forbidden (user=prometheus, verb=get, resource=nodes, subresource(s)=[pods proxy])\n");
  }

  @Test
  void whoShowsNothingIsNobodyUnlessAnonymousIsOn() {
    assertThat(scrape("")).isEqualTo(401);
    assertThat(asked).isEmpty();
    NodeAccess open =
        new NodeAccess(
            true, true, NodeAccess.Mode.Webhook, Duration.ZERO, Duration.ZERO, Duration.ZERO);
    assertThat(code(gate(open), "", 1, "GET", "metrics")).isEqualTo(200);
    assertThat(asked.getFirst().at("/spec/user").asText()).isEqualTo("system:anonymous");
    assertThat(asked.getFirst().at("/spec/groups/0").asText()).isEqualTo("system:unauthenticated");
    assertThat(code(gate(open), "bad", 1, "GET", "metrics"))
        .as("a bad token is not nothing")
        .isEqualTo(401);
  }

  @Test
  void theApiServerItselfIsNotAskedAbout() {
    NodeUser master = NodeUser.ofCertificate("system:apiserver", List.of("system:masters"));
    away = true;
    assertThatCode(
            () -> gate.check(Optional.of(master), Optional.empty(), address(1), "GET", "exec"))
        .doesNotThrowAnyException();
    assertThat(asked).isEmpty();
  }

  @Test
  void answersAreRememberedAsLongAsKubeletDoes() {
    assertThat(scrape(GOOD)).isEqualTo(200);
    assertThat(scrape(GOOD)).isEqualTo(200);
    assertThat(asked).as("whose the token is, and what they may").hasSize(2);
    grants = "";
    pass(Duration.ofSeconds(119));
    scrape(GOOD);
    assertThat(asked).hasSize(2);
    pass(Duration.ofSeconds(2));
    assertThat(scrape(GOOD)).as("allowed for five minutes").isEqualTo(200);
    assertThat(asked).as("the token for two").hasSize(3);
    pass(Duration.ofMinutes(3));
    assertThat(scrape(GOOD)).isEqualTo(403);
    int before = asked.size();
    grants = "get nodes/metrics";
    pass(Duration.ofSeconds(29));
    assertThat(scrape(GOOD)).as("refused for half a minute").isEqualTo(403);
    assertThat(asked).hasSize(before);
    pass(Duration.ofSeconds(2));
    assertThat(scrape(GOOD)).isEqualTo(200);
  }

  /** From many addresses, the known user's own among them. */
  @Test
  void aFloodOfTokensUsesUpNothingOfThoseWhoAreKnown() throws Exception {
    for (int i = 0; i < 10_000; i++) {
      code(gate, "made-up-" + i, i % 100, "GET", "metrics");
    }
    gate.check(
        Optional.of(NodeUser.ofCertificate("prometheus", List.of("scrapers"))),
        Optional.empty(),
        address(1),
        "GET",
        "metrics");
  }

  @Test
  void aFloodOfTokensCostsTheApiServerLittle() {
    for (int i = 0; i < 10_000; i++) {
      assertThat(scrape("made-up-" + i)).isIn(401, 429);
    }
    assertThat(asked).as("from one address, at once").hasSize(20);
    for (int i = 0; i < 10_000; i++) {
      code(gate, "other-" + i, i, "GET", "metrics");
    }
    assertThat(asked).as("from all addresses").hasSize(100);
    pass(Duration.ofSeconds(1));
    assertThat(code(gate, GOOD, 60_000, "GET", "metrics"))
        .as("others a second later")
        .isEqualTo(200);
  }

  @Test
  void aFloodOfTokensPushesNobodyOut() {
    assertThat(scrape(GOOD)).isEqualTo(200);
    int before = 0;
    for (int i = 0; i < 5_000; i++) {
      code(gate, "made-up-" + i, i, "GET", "metrics");
      pass(Duration.ofMillis(20));
      before = asked.size();
    }
    assertThat(before).isGreaterThan(4_000);
    assertThat(gate.remembered()).as("what is remembered is bounded").isLessThan(1_100);
    assertThat(scrape(GOOD)).isEqualTo(200);
    assertThat(asked).as("the good one is still known").hasSize(before);
  }

  @Test
  void anApiServerThatIsAwayLetsNobodyIn() {
    away = true;
    assertThat(scrape(GOOD)).isEqualTo(401);
    away = false;
    assertThat(scrape(GOOD)).as("and nothing is remembered of it").isEqualTo(200);
  }

  @Test
  void aTokenIsNotKept() {
    scrape(GOOD + "-secret");
    assertThat(gate).extracting("known.kept").asString().doesNotContain("secret");
  }
}
