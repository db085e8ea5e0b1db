package dev.muster.kinds.pods;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.model.field.At;
import dev.muster.model.field.Path;
import dev.muster.views.CoreV1.PodTemplateSpec;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the writer of a pod is told although the pod is accepted. */
class PodWarningsTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "'env':[{'name':'A','value':'1'},{'name':'A','value':'2'}]|spec.containers[0].env[1]: hides previous definition of \"A\", which may be dropped when using apply",
        "'env':[{'name':'A','value':'1'},{'name':'A','value':'$(A)'}]|spec.containers[0].env[1]: hides previous definition of \"A\", which may be dropped when using apply",
        "'resources':{'requests':{'memory':'1.5'}}|spec.containers[0].resources.requests[memory]: fractional byte value \"1500m\" is invalid, must be an integer",
        "'ports':[{'containerPort':1,'hostPort':2},{'containerPort':1}]|spec.containers[0].ports[1]: overlapping port definition with spec.containers[0].ports[0]",
        "'ports':[{'containerPort':1,'hostPort':2,'hostIP':'1.1.1.1'},{'containerPort':1,'hostPort':2}]|spec.containers[0].ports[1]: dangerously ambiguous port definition with spec.containers[0].ports[0]",
      })
  void warnsOfAContainer(String container, String warning) {
    assertThat(JudgedPods.STRATEGY.warnings(JudgedPods.pod(container, ""), null))
        .containsExactly(warning);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "'nodeSelector':{'beta.kubernetes.io/os':'linux'}|spec.nodeSelector[beta.kubernetes.io/os]: deprecated since v1.14; use \"kubernetes.io/os\" instead",
        "'hostAliases':[{'ip':'1.1.1.1'},{'ip':'1.1.1.1'}]|spec.hostAliases[1].ip: duplicate ip \"1.1.1.1\"",
        "'imagePullSecrets':[{'name':'a'},{'name':'a'}]|spec.imagePullSecrets[1].name: duplicate name \"a\"",
        "'initContainers':[{'name':'a','image':'i','restartPolicy':'Always','ports':[{'name':'p','containerPort':1}]},{'name':'b','image':'i','ports':[{'name':'p','containerPort':2}]}]|spec.initContainers[1].ports[0]: duplicate port name \"p\" with spec.initContainers[0].ports[0], services and probes that select ports by name will use spec.initContainers[0].ports[0]",
        "'topologySpreadConstraints':[{'maxSkew':1,'topologyKey':'z','whenUnsatisfiable':'DoNotSchedule'}]|spec.topologySpreadConstraints[0].labelSelector: a null labelSelector results in matching no pod",
        "'affinity':{'podAffinity':{'preferredDuringSchedulingIgnoredDuringExecution':[{'weight':1,'podAffinityTerm':{'topologyKey':'z'}}]}}|spec.affinity.podAffinity.preferredDuringSchedulingIgnoredDuringExecution[0].podAffinityTerm.labelSelector: a null labelSelector results in matching no pod",
        "'dnsConfig':{'nameservers':['010.0.0.1']}|spec.dnsConfig.nameservers[0]: non-standard IP address \"010.0.0.1\" will be considered invalid in a future Kubernetes release: use \"10.0.0.1\"",
        "'hostAliases':[{'ip':'2001:DB8::1'}]|spec.hostAliases[0].ip: IPv6 address \"2001:DB8::1\" should be in RFC 5952 canonical format (\"2001:db8::1\")",
      })
  void warnsOfASpec(String spec, String warning) {
    assertThat(JudgedPods.STRATEGY.warnings(JudgedPods.pod("", spec), null))
        .containsExactly(warning);
  }

  @Test
  void buildingOnAnEarlierValueIsFine() {
    assertThat(
            JudgedPods.STRATEGY.warnings(
                JudgedPods.pod("'env':[{'name':'A','value':'1'},{'name':'A','value':'$(A)2'}]", ""),
                null))
        .isEmpty();
  }

  @Test
  void updatesOfPodsGiveNoWarnings() {
    var pod = JudgedPods.pod("", "'terminationGracePeriodSeconds':-1");
    assertThat(JudgedPods.STRATEGY.warnings(pod, pod)).isEmpty();
  }

  @Test
  void templatesAreWarnedOfAtTheirPlace() {
    At template =
        new At(JudgedPods.tree("{'spec':{'imagePullSecrets':[{}]}}"), Path.of("spec", "template"));
    assertThat(PodTemplates.warnings(new PodTemplateSpec(template)))
        .isEqualTo(List.of("spec.template.spec.imagePullSecrets[0].name: invalid empty name \"\""));
  }
}
