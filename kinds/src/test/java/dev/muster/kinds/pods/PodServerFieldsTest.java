package dev.muster.kinds.pods;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.pods.volumes.ImageVolumeReference;
import dev.muster.views.CoreV1.Pod;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the server decides about a pod: defaults, class of service, generation, end. */
class PodServerFieldsTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "''|BestEffort",
        "'resources':{'requests':{'cpu':'0'}}|BestEffort",
        "'resources':{'requests':{'example.com/gpu':'1'},'limits':{'example.com/gpu':'1'}}|BestEffort",
        "'resources':{'requests':{'cpu':'1'}}|Burstable",
        "'resources':{'limits':{'cpu':'1'}}|Burstable",
        "'resources':{'limits':{'cpu':'1','memory':'1Gi'}}|Guaranteed",
        "'resources':{'limits':{'cpu':'1','memory':'1Gi'},'requests':{'cpu':'500m'}}|Burstable",
      })
  void classOfServiceFollowsFromResources(String container, String expected) {
    ObjectNode pod =
        JudgedPods.created(JudgedPods.pod(container.equals("''") ? "" : container, ""));
    assertThat(pod.path("status").path("qosClass").asText()).isEqualTo(expected);
  }

  @Test
  void thePodsOwnResourcesDecideAboutItsClassWhenThereAreAny() {
    ObjectNode pod =
        JudgedPods.created(
            JudgedPods.pod(
                "'resources':{'requests':{'cpu':'1'}}",
                "'resources':{'limits':{'cpu':'2','memory':'1Gi'},'requests':{'cpu':'2'}}"));
    assertThat(pod.path("status").path("qosClass").asText()).isEqualTo("Guaranteed");
    assertThat(pod.path("spec").path("resources").path("requests").path("memory").asText())
        .isEqualTo("1Gi");
  }

  @ParameterizedTest
  @CsvSource({
    "busybox,Always",
    "busybox:latest,Always",
    "busybox:1.36,IfNotPresent",
    "registry:5000/a/b,Always",
    "registry:5000/a/b:v1,IfNotPresent",
    "a@sha256:0123456789012345678901234567890123456789012345678901234567890123,IfNotPresent",
    "a:latest@sha256:0123456789012345678901234567890123456789012345678901234567890123,Always",
    "Upper,IfNotPresent",
    "0123456789012345678901234567890123456789012345678901234567890123,IfNotPresent",
  })
  void imagesWithoutATagArePulledAlways(String image, String policy) {
    assertThat(ImageVolumeReference.defaultPullPolicy(image)).isEqualTo(policy);
  }

  @ParameterizedTest
  @CsvSource({
    // node, phase, requested, seconds
    "'','Running',,0",
    "n,Running,,30",
    "n,Running,5,5",
    "n,Running,0,0",
    "n,Running,-5,1",
    "n,Failed,60,0",
    "n,Succeeded,,0",
  })
  void aPodThatRunsGetsTimeToEnd(
      String node, String phase, @Nullable Long requested, long seconds) {
    ObjectNode pod = JudgedPods.pod("", node.isEmpty() ? "" : "'nodeName':'" + node + "'");
    ((ObjectNode) pod.get("status")).put("phase", phase);
    assertThat(
            PodDeletion.graceSeconds(
                Pod.of(pod), requested == null ? OptionalLong.empty() : OptionalLong.of(requested)))
        .isEqualTo(seconds);
  }

  @Test
  void labelsOfThePodGoIntoItsSelectors() {
    ObjectNode pod =
        JudgedPods.created(
            JudgedPods.pod(
                """
                {'metadata':{'labels':{'v':'1'}},'spec':{'containers':[{'name':'c','image':'i'}],
                 'affinity':{'podAffinity':{'requiredDuringSchedulingIgnoredDuringExecution':[
                   {'topologyKey':'z','labelSelector':{},'matchLabelKeys':['v','other'],'mismatchLabelKeys':['v']}]}}}}
                """));
    assertThat(
            pod.at(
                    "/spec/affinity/podAffinity/requiredDuringSchedulingIgnoredDuringExecution/0/labelSelector")
                .toString())
        .isEqualTo(
            "{\"matchExpressions\":[{\"key\":\"v\",\"operator\":\"In\",\"values\":[\"1\"]},"
                + "{\"key\":\"v\",\"operator\":\"NotIn\",\"values\":[\"1\"]}]}");
  }

  @Test
  void dropsFieldsOfFeaturesThatAreOff() {
    ObjectNode pod =
        JudgedPods.created(
            JudgedPods.pod(
                "'lifecycle':{'stopSignal':'SIGUSR1'}",
                "'os':{'name':'linux'},'workloadRef':{'name':'w','podGroup':'g'}"));
    assertThat(pod.path("spec").has("workloadRef")).isFalse();
    assertThat(pod.at("/spec/containers/0/lifecycle").isMissingNode()).isTrue();
  }

  @Test
  void onlyTheFirstAddressOrTheListIsNeededInAStatus() {
    ObjectNode one = JudgedPods.pod("{'status':{'podIP':'10.0.0.1'}}");
    assertThat(one.at("/status/podIPs/0/ip").asText()).isEqualTo("10.0.0.1");
    ObjectNode many = JudgedPods.pod("{'status':{'podIPs':[{'ip':'10.0.0.2'}]}}");
    assertThat(many.at("/status/podIP").asText()).isEqualTo("10.0.0.2");
  }

  @Test
  void namesTheFieldsToSelectBy() {
    ObjectNode pod = JudgedPods.created(JudgedPods.pod("", "'nodeName':'n','hostNetwork':true"));
    assertThat(JudgedPods.STRATEGY.selectableFields(pod))
        .containsEntry("spec.nodeName", "n")
        .containsEntry("spec.hostNetwork", "true")
        .containsEntry("status.phase", "Pending")
        .containsEntry("status.podIP", "")
        .containsOnlyKeys(JudgedPods.STRATEGY.selectableFieldNames());
  }
}
