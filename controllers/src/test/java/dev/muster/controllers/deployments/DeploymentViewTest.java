package dev.muster.controllers.deployments;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Shares are rounded so that something can move, and not too much does. */
class DeploymentViewTest {
  @ParameterizedTest(name = "{0} replicas, surge {1}, unavailable {2}: {3}, {4}")
  @CsvSource({
    "2, '\"25%\"', '\"25%\"', 1, 0",
    "10, '\"25%\"', '\"25%\"', 3, 2",
    "4, 0, 0, 0, 1",
    "4, 2, 1, 2, 1",
    "3, 0, '\"10%\"', 0, 1",
    "3, 1, '\"200%\"', 1, 3",
    "0, '\"25%\"', '\"25%\"', 0, 0",
    "5, '\"x\"', '\"y\"', 0, 1"
  })
  void surgeAndUnavailable(int replicas, String surge, String unavailable, int up, int down)
      throws IOException {
    String text =
        """
        {"spec":{"replicas":%d,"strategy":{"type":"RollingUpdate",
         "rollingUpdate":{"maxSurge":%s,"maxUnavailable":%s}}}}
        """
            .formatted(replicas, surge, unavailable);
    DeploymentView view = new DeploymentView((ObjectNode) new ObjectMapper().readTree(text));
    assertThat(view.maxSurge()).isEqualTo(up);
    assertThat(view.maxUnavailable()).isEqualTo(down);
  }
}
