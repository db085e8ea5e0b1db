package dev.muster.controllers.replicas;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Of two pods, the one that matters less goes first. */
class DeletionOrderTest {
  private static final Instant NOW = Instant.parse("2026-01-01T12:00:00Z");

  @ParameterizedTest(name = "{0} before {1}")
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '"',
      value = {
        "'status':{'phase':'Running'}; 'spec':{'nodeName':'n'},'status':{'phase':'Pending'}",
        "'spec':{'nodeName':'n'},'status':{'phase':'Pending'}; 'spec':{'nodeName':'n'},'status':{'phase':'Running'}",
        "'status':{'phase':'Running'}; 'status':{'phase':'Running','conditions':[{'type':'Ready','status':'True'}]}",
        "'metadata':{'annotations':{'controller.kubernetes.io/pod-deletion-cost':'-5'}}; 'metadata':{'uid':'x'}",
        "'metadata':{'uid':'x'}; 'metadata':{'annotations':{'controller.kubernetes.io/pod-deletion-cost':'5'}}",
        "'status':{'containerStatuses':[{'restartCount':3}]}; 'status':{'containerStatuses':[{'restartCount':2}]}",
        "'metadata':{'creationTimestamp':'2026-01-01T11:59:00Z'}; 'metadata':{'creationTimestamp':'2026-01-01T01:00:00Z'}",
        "'metadata':{'uid':'a','creationTimestamp':'2026-01-01T11:00:00Z'}; 'metadata':{'uid':'b','creationTimestamp':'2026-01-01T11:00:01Z'}",
      })
  void goesFirst(String first, String second) throws IOException {
    ObjectNode a = pod(first);
    ObjectNode b = pod(second);
    DeletionOrder order = new DeletionOrder(List.of(a, b), NOW);
    assertThat(order.first(List.of(a, b), 1)).containsExactly(a);
    assertThat(order.first(List.of(b, a), 1)).containsExactly(a);
  }

  private static ObjectNode pod(String text) throws IOException {
    return (ObjectNode) new ObjectMapper().readTree("{" + text.replace('\'', '"') + "}");
  }
}
