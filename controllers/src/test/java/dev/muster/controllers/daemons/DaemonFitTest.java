package dev.muster.controllers.daemons;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which nodes a daemon runs on, and where it may stay. */
class DaemonFitTest {
  @ParameterizedTest(name = "{0} on {1}: run {2}, stay {3}")
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '"',
      value = {
        "{}; {}; true; true",
        "{'nodeSelector':{'disk':'ssd'}}; {}; false; false",
        "{'nodeSelector':{'disk':'ssd'}}; {'labels':{'disk':'ssd'}}; true; true",
        "{}; {'taints':[{'key':'k','effect':'NoSchedule'}]}; false; true",
        "{}; {'taints':[{'key':'k','effect':'NoExecute'}]}; false; false",
        "{}; {'taints':[{'key':'k','effect':'PreferNoSchedule'}]}; true; true",
        "{'tolerations':[{'key':'k','operator':'Exists'}]}; {'taints':[{'key':'k','effect':'NoExecute'}]}; true; true",
        "{}; {'taints':[{'key':'node.kubernetes.io/unschedulable','effect':'NoSchedule'}]}; true; true",
        "{}; {'taints':[{'key':'node.kubernetes.io/network-unavailable','effect':'NoSchedule'}]}; false; true",
        "{'hostNetwork':true}; {'taints':[{'key':'node.kubernetes.io/network-unavailable','effect':'NoSchedule'}]}; true; true",
        "{'nodeName':'other'}; {}; false; false",
        "{'affinity':{'nodeAffinity':{'requiredDuringSchedulingIgnoredDuringExecution':{'nodeSelectorTerms':[{'matchExpressions':[{'key':'n','operator':'Gt','values':['3']}]}]}}}}; {'labels':{'n':'4'}}; true; true",
        "{'affinity':{'nodeAffinity':{'requiredDuringSchedulingIgnoredDuringExecution':{'nodeSelectorTerms':[{}]}}}}; {}; false; false",
        "{'affinity':{'nodeAffinity':{'requiredDuringSchedulingIgnoredDuringExecution':{'nodeSelectorTerms':[{'matchFields':[{'key':'metadata.name','operator':'In','values':['a']}]}]}}}}; {}; true; true",
      })
  void fits(String spec, String node, boolean run, boolean stay) throws IOException {
    ObjectMapper json = new ObjectMapper();
    ObjectNode daemon = json.createObjectNode();
    daemon
        .putObject("spec")
        .putObject("template")
        .set("spec", json.readTree(spec.replace('\'', '"')));
    ObjectNode given = (ObjectNode) json.readTree(node.replace('\'', '"'));
    ObjectNode made = json.createObjectNode();
    made.putObject("metadata").put("name", "a").set("labels", given.path("labels").deepCopy());
    made.putObject("spec").set("taints", given.path("taints").deepCopy());
    assertThat(new DaemonView(daemon).fit(made)).isEqualTo(new DaemonView.Fit(run, stay));
  }
}
