package dev.muster.node.machine;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.views.CoreV1.MutableNodeStatus;
import dev.muster.views.CoreV1.NodeStatus;
import org.junit.jupiter.api.Test;

class ReportedStatusTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @Test
  void whatWasSetIsWhatIsReadBack() throws Exception {
    MutableNodeStatus set = MutableNodeStatus.create();
    set.daemonEndpoints().ensure().kubeletEndpoint().ensure().Port(10250);
    ObjectNode read = (ObjectNode) JSON.readTree(set.tree().toString());
    assertThat(read).as("Jackson's numbers differ by class").isNotEqualTo(set.tree());
    assertThat(ReportedStatus.of(NodeStatus.of(read))).isEqualTo(ReportedStatus.of(set.reading()));
  }

  @Test
  void aHeartbeatIsNoNewsAndAnotherConditionIs() throws Exception {
    assertThat(status("True", "10:00")).isEqualTo(status("True", "10:05"));
    assertThat(status("True", "10:00")).isNotEqualTo(status("False", "10:00"));
  }

  private static ReportedStatus status(String ready, String time) throws Exception {
    return ReportedStatus.of(
        NodeStatus.of(
            (ObjectNode)
                JSON.readTree(
                    """
                    {"conditions": [{"type": "Ready", "status": "%s",
                      "lastHeartbeatTime": "2026-11-17T%s:00Z"}]}
                    """
                        .formatted(ready, time))));
  }
}
