package dev.muster.controllers.quota;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.controllers.tree.JsonText;
import dev.muster.views.CoreV1.MutableResourceQuotaStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class QuotaStatusTest {
  private static final List<ObjectNode> PODS =
      List.of(
          JsonText.of(
              "{spec: {containers: [{resources: {requests: {cpu: '100m', memory: '64Mi'}}}]},"
                  + " status: {phase: 'Running'}}"),
          JsonText.of(
              "{spec: {containers: [{resources: {requests: {cpu: '1'}}}]}, status: {phase:"
                  + " 'Succeeded'}}"),
          JsonText.of("{spec: {containers: [{}]}, status: {phase: 'Pending'}}"));

  private static ObjectNode quota(String spec, String status) {
    return JsonText.of("{spec: " + spec + ", status: " + status + "}");
  }

  @Test
  void countsWhatIsThereAndZeroOfWhatIsNot() {
    assertThat(
            QuotaStatus.of(
                    quota(
                        "{hard: {pods: '3', 'requests.cpu': '1', 'count/pods': '9',"
                            + " 'count/jobs.batch': '2', 'services.nodeports': '0'}}",
                        "{}"),
                    Map.of("pods", PODS, "jobs.batch", List.of(), "services", List.of()))
                .tree())
        .hasToString(
            "{\"hard\":{\"count/jobs.batch\":\"2\",\"count/pods\":\"9\",\"pods\":\"3\",\"requests.cpu\":\"1\",\"services.nodeports\":\"0\"},\"used\":{\"count/jobs.batch\":\"0\",\"count/pods\":\"3\",\"pods\":\"2\",\"requests.cpu\":\"100m\",\"services.nodeports\":\"0\"}}");
  }

  @Test
  void whatNothingIsKnownOfStaysAsItWas() {
    assertThat(
            QuotaStatus.of(
                    quota(
                        "{hard: {'count/unknown.example.com': '1'}}",
                        "{used: {'count/unknown.example.com': '1', gone: '5'}}"),
                    Map.of())
                .used()
                .node())
        .hasToString("{\"count/unknown.example.com\":\"1\"}");
  }

  @Test
  void onlyWhatIsInScope() {
    assertThat(
            QuotaStatus.of(
                    quota("{hard: {pods: '3'}, scopes: ['BestEffort']}", "{}"),
                    Map.of("pods", PODS))
                .used()
                .node())
        .hasToString("{\"pods\":\"1\"}");
  }

  @Test
  void isNotMadeLowerAsLongAsItKeepsChanging() {
    Instant now = Instant.parse("2026-01-01T00:00:00Z");
    ObjectNode full = quota("{hard: {pods: '3'}}", "{used: {pods: '3'}}");
    MutableResourceQuotaStatus counted = QuotaStatus.of(full, Map.of("pods", PODS));
    assertThat(QuotaStatus.untilWritten(counted, full, now.minusMillis(100), now))
        .isEqualTo(Duration.ofMillis(200));
    assertThat(QuotaStatus.untilWritten(counted, full, now.minusMillis(300), now)).isZero();
    ObjectNode behind = quota("{hard: {pods: '3'}}", "{used: {pods: '1'}}");
    assertThat(QuotaStatus.untilWritten(counted, behind, now, now)).isZero();
  }

  @Test
  void namesTellWhatIsCounted() {
    assertThat(
            CountedResources.of(
                Set.of(
                    "limits.cpu",
                    "count/deployments.apps",
                    "requests.storage",
                    "gold.storageclass.storage.k8s.io/persistentvolumeclaims",
                    "services.loadbalancers",
                    "secrets",
                    "requests.example.com/gpu")))
        .containsExactly(
            "deployments.apps", "persistentvolumeclaims", "pods", "secrets", "services");
  }
}
