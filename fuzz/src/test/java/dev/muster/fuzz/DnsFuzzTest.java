package dev.muster.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.network.address.Ipv4;
import dev.muster.network.dns.ClusterNames;
import dev.muster.network.dns.DnsMessages;
import dev.muster.network.dns.NameQuestion;
import dev.muster.network.dns.NamedObjects;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Bytes that a pod sends to the resolver. */
class DnsFuzzTest {
  private static final ClusterNames NAMES =
      new ClusterNames("cluster.local", new Ipv4(0x0a60000a), List.of(), new Nothing());

  @FuzzTest
  void isAQuestionThatIsGivenBackAsItWasAskedOrNone(byte[] input) {
    switch (DnsMessages.read(input)) {
      case DnsMessages.Read.Asked(NameQuestion question) -> {
        int end = 12 + question.asked().length;
        assertThat(Arrays.copyOfRange(input, 12, end)).isEqualTo(question.asked());
        assertThat(question.name()).isEqualTo(question.name().toLowerCase(Locale.ROOT));
        assertThat(question.room()).isBetween(512, 1232);
        assertThat(NAMES.answer(question.name(), question.type())).isNotNull();
      }
      case DnsMessages.Read.Refused(byte[] answer) ->
          assertThat(answer).hasSize(12).startsWith(input[0], input[1]);
      case DnsMessages.Read.Ignored ignored ->
          assertThat(input.length < 12 || input.length > 65_535 || input[2] < 0).isTrue();
    }
  }

  /** A cluster that has namespaces and nothing in them. */
  private record Nothing() implements NamedObjects {
    @Override
    public Optional<JsonNode> service(String namespace, String name) {
      return Optional.empty();
    }

    @Override
    public List<JsonNode> slices(String namespace, String service) {
      return List.of();
    }

    @Override
    public List<JsonNode> servicesAt(Ipv4 address) {
      return List.of();
    }

    @Override
    public List<JsonNode> slicesAt(Ipv4 address) {
      return List.of();
    }

    @Override
    public boolean hasNamespace(String name) {
      return true;
    }
  }
}
