package dev.muster.kinds.pods;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.field.Errors;
import java.time.Instant;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Resizes, status reports, bindings, evictions and updates of waiting pods. */
class PodPartsTest {
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      nullValues = "none",
      value = {
        "'resources':{'requests':{'cpu':'2'}}|none",
        "'resources':{}|spec.containers[0].resources.requests: Forbidden: resource requests cannot be removed",
        "'resources':{'requests':{'cpu':'1','ephemeral-storage':'1'}}|spec: Forbidden: only cpu and memory resources are mutable",
        "'resources':{'requests':{'cpu':'1'},'limits':{'cpu':'2','memory':'1Gi'}}|none",
        "'resources':{'requests':{'cpu':'1','memory':'1Gi'},'limits':{'cpu':'1','memory':'1Gi'}}|spec: Invalid value: \"Burstable\": Pod QOS Class may not change as a result of resizing",
      })
  void onlyProcessorAndMemoryCanBeResized(String container, @Nullable String fault) {
    ObjectNode old = JudgedPods.created(JudgedPods.pod("'resources':{'requests':{'cpu':'1'}}", ""));
    ObjectNode pod = JudgedPods.pod(container + ",'command':['ignored']", "");
    List<String> faults = JudgedPods.updateFaults("resize", pod, old);
    if (fault == null) {
      assertThat(faults).isEmpty();
      assertThat(pod.at("/spec/containers/0").has("command")).isFalse();
      assertThat(pod.at("/metadata/generation").asLong()).isEqualTo(2);
    } else {
      assertThat(faults).contains(fault);
    }
  }

  @Test
  void containersCannotBeRenamedByAResize() {
    ObjectNode old = JudgedPods.created(JudgedPods.pod("", ""));
    ObjectNode pod = JudgedPods.pod("{'spec':{'containers':[{'name':'d','image':'i'}]}}");
    assertThat(JudgedPods.updateFaults("resize", pod, old))
        .containsExactly(
            "spec.containers[0].name: Forbidden: containers may not be renamed or reordered on resize");
  }

  @Test
  void staticPodsHaveNoEphemeralContainersAndAreNotResized() {
    ObjectNode old =
        JudgedPods.created(
            JudgedPods.pod(
                "{'metadata':{'annotations':{'kubernetes.io/config.mirror':'x'}},'spec':{'nodeName':'n','containers':[{'name':'c','image':'i'}]}}"));
    assertThat(JudgedPods.updateFaults("ephemeralcontainers", old.deepCopy(), old))
        .containsExactly("[]: Forbidden: static pods do not support ephemeral containers");
    assertThat(JudgedPods.updateFaults("resize", old.deepCopy(), old))
        .containsExactly("[]: Forbidden: static pods cannot be resized");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        // the pod's policy, the container's fields, exit code, whether it may run again
        "Always|''|0|true",
        "Never|''|1|false",
        "OnFailure|''|0|false",
        "OnFailure|''|1|true",
        "Never|'restartPolicy':'Always'|0|true",
        "Always|'restartPolicy':'Never'|1|false",
        "Never|'restartPolicy':'Never','restartPolicyRules':[{'action':'Restart','exitCodes':{'operator':'In','values':[42]}}]|42|true",
        "Never|'restartPolicy':'Never','restartPolicyRules':[{'action':'Restart','exitCodes':{'operator':'NotIn','values':[42]}}]|42|false",
      })
  void whatHasEndedRunsAgainOnlyByPolicy(String pod, String container, int code, boolean again) {
    String own = container.equals("''") ? "" : container;
    ObjectNode old = JudgedPods.created(JudgedPods.pod(own, "'restartPolicy':'" + pod + "'"));
    old.set(
        "status",
        JudgedPods.tree(
            "{'qosClass':'BestEffort','containerStatuses':[{'name':'c','state':{'terminated':{'exitCode':"
                + code
                + "}}}]}"));
    ObjectNode now = old.deepCopy();
    now.set(
        "status", JudgedPods.tree("{'containerStatuses':[{'name':'c','state':{'running':{}}}]}"));
    List<String> faults = JudgedPods.updateFaults("status", now, old);
    if (again) {
      assertThat(faults).isEmpty();
    } else {
      assertThat(faults)
          .containsExactly(
              "status.containerStatuses[0].state: Forbidden: may not be transitioned to non-terminated state");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "'qosClass':'Guaranteed'|status.qosClass: Invalid value: \"Guaranteed\": field is immutable",
        "'observedGeneration':-1|status.observedGeneration: Invalid value: -1: must be a non-negative integer",
        "'podIPs':[{'ip':'10.0.0.1'},{'ip':'10.0.0.2'}],'podIP':'10.0.0.1'|status.podIPs: Invalid value: [{\"IP\":\"10.0.0.1\"},{\"IP\":\"10.0.0.2\"}]: may specify no more than one IP for each IP family",
        "'hostIPs':[{'ip':'10.0.0.1'}]|status.hostIPs[0].ip: Invalid value: \"10.0.0.1\": must be equal to `hostIP`",
        "'conditions':[{'type':'a b','status':'True'}]|status.conditions[0].Type: Invalid value: \"a b\": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')",
        "'podIPs':[{'ip':'10.0.0.1'},{'ip':'x'}],'podIP':'10.0.0.1'|status.podIPs[1]: Invalid value: \"x\": must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)"
            + ";status.podIPs: Internal error: failed to check for dual stack with error:invalid IP[1]: x"
            + ";status.podIPs: Invalid value: [{\"IP\":\"10.0.0.1\"},{\"IP\":\"x\"}]: may specify no more than one IP for each IP family",
        "'resourceClaimStatuses':[{'name':'x'}]|status.resourceClaimStatuses[0].name: Invalid value: \"x\": must match the name of an entry in `spec.resourceClaims`",
      })
  void tellsWhatIsWrongWithAStatus(String status, String fault) {
    ObjectNode old = JudgedPods.created(JudgedPods.pod("", ""));
    ObjectNode pod = old.deepCopy();
    pod.set("status", JudgedPods.tree("{" + status + "}"));
    assertThat(JudgedPods.updateFaults("status", pod, old)).containsExactly(fault.split(";", -1));
  }

  @Test
  void nodesReportWhatContainersWereGivenButNotTheHealthOfDevices() {
    ObjectNode old = JudgedPods.created(JudgedPods.pod("", ""));
    ObjectNode pod = old.deepCopy();
    pod.set(
        "status",
        JudgedPods.tree(
            "{'containerStatuses':[{'name':'c','allocatedResources':{'cpu':'1'},'stopSignal':'SIGTERM',"
                + "'allocatedResourcesStatus':[{'name':'d'}]}]}"));
    assertThat(JudgedPods.updateFaults("status", pod, old)).isEmpty();
    assertThat(pod.at("/status/containerStatuses/0").toString())
        .isEqualTo(
            "{\"name\":\"c\",\"allocatedResources\":{\"cpu\":\"1\"},\"stopSignal\":\"SIGTERM\"}");
  }

  @Test
  void addressesInAStatusShouldBeWrittenInTheUsualWay() {
    ObjectNode old = JudgedPods.created(JudgedPods.pod("", ""));
    ObjectNode pod = old.deepCopy();
    pod.set(
        "status", JudgedPods.tree("{'podIPs':[{'ip':'010.0.0.1'}],'hostIPs':[{'ip':'10.0.0.2'}]}"));
    assertThat(JudgedPods.STRATEGY.subresourceWarnings("status", pod, old))
        .containsExactly(
            "status.podIPs[0].ip: non-standard IP address \"010.0.0.1\" will be considered invalid in a future Kubernetes release: use \"10.0.0.1\"");
    assertThat(JudgedPods.STRATEGY.subresourceWarnings("resize", pod, old)).isEmpty();
  }

  @Test
  void observedGenerationsAreNotClearedByWritersThatDoNotKnowThem() {
    ObjectNode old = JudgedPods.created(JudgedPods.pod("", ""));
    old.set(
        "status",
        JudgedPods.tree(
            "{'observedGeneration':3,'conditions':[{'type':'Ready','observedGeneration':2,'status':'True'}]}"));
    ObjectNode pod = old.deepCopy();
    pod.set("status", JudgedPods.tree("{'conditions':[{'type':'Ready','status':'False'}]}"));
    assertThat(JudgedPods.updateFaults("status", pod, old)).isEmpty();
    assertThat(pod.at("/status/observedGeneration").asLong()).isEqualTo(3);
    assertThat(pod.at("/status/conditions/0/observedGeneration").asLong()).isEqualTo(2);
  }

  @Test
  void waitingPodsMayBecomePickierAboutNodes() {
    String gates = "'schedulingGates':[{'name':'g'}],'nodeSelector':{'a':'b'}";
    ObjectNode old = JudgedPods.created(JudgedPods.pod("", gates));
    assertThat(old.at("/status/conditions/0/reason").asText()).isEqualTo("SchedulingGated");
    assertThat(
            JudgedPods.updateFaults(
                "",
                JudgedPods.pod(
                    "", "'schedulingGates':[{'name':'g'}],'nodeSelector':{'a':'b','c':'d'}"),
                old))
        .isEmpty();
    assertThat(
            JudgedPods.updateFaults(
                "",
                JudgedPods.pod("", "'schedulingGates':[{'name':'h'}],'nodeSelector':{'a':'x'}"),
                old))
        .containsExactly(
            "spec.schedulingGates[0].name: Forbidden: only deletion is allowed, but found new scheduling gate 'h'",
            "spec.nodeSelector: Invalid value: {\"a\":\"x\"}: only additions to spec.nodeSelector are allowed (no mutations or deletions)");
  }

  @Test
  void nodeAffinityOfWaitingPodsOnlyGrows() {
    String term = "{'key':'a','operator':'Exists'}";
    ObjectNode old = JudgedPods.created(JudgedPods.pod("", gatedAffinity(term)));
    assertThat(
            JudgedPods.updateFaults(
                "",
                JudgedPods.pod("", gatedAffinity(term + ",{'key':'b','operator':'Exists'}")),
                old))
        .isEmpty();
    assertThat(
            JudgedPods.updateFaults(
                "", JudgedPods.pod("", gatedAffinity("{'key':'b','operator':'Exists'}")), old))
        .containsExactly(
            "spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[0]: Invalid value: "
                + "{\"MatchExpressions\":[{\"Key\":\"b\",\"Operator\":\"Exists\",\"Values\":null}],\"MatchFields\":null}: "
                + "only additions are allowed (no mutations or deletions)");
  }

  private static String gatedAffinity(String expressions) {
    return "'schedulingGates':[{'name':'g'}],'affinity':{'nodeAffinity':{'requiredDuringSchedulingIgnoredDuringExecution':"
        + "{'nodeSelectorTerms':[{'matchExpressions':["
        + expressions
        + "]}]}}}";
  }

  @Test
  void bindingGivesAPodItsNodeOnce() {
    ObjectNode pod = JudgedPods.created(JudgedPods.pod("", ""));
    ObjectNode binding =
        (ObjectNode)
            JudgedPods.tree("{'metadata':{'name':'p','labels':{'l':'1'}},'target':{'name':'n'}}");
    assertThat(PodBinding.conflict(pod)).isEmpty();
    PodBinding.apply(binding, pod, NOW);
    assertThat(pod.at("/spec/nodeName").asText()).isEqualTo("n");
    assertThat(pod.at("/metadata/labels/l").asText()).isEqualTo("1");
    assertThat(pod.at("/status/conditions/0").toString())
        .isEqualTo(
            "{\"type\":\"PodScheduled\",\"status\":\"True\",\"lastProbeTime\":null,\"lastTransitionTime\":\"2026-01-01T00:00:00Z\"}");
    assertThat(PodBinding.conflict(pod)).hasValue("pod p is already assigned to node \"n\"");
  }

  @Test
  void bindingsNeedANode() {
    Errors errors = new Errors();
    PodBinding.validate((ObjectNode) JudgedPods.tree("{'target':{'kind':'Pod'}}"), errors);
    assertThat(errors.message())
        .isEqualTo(
            "[target.kind: Unsupported value: \"Pod\": supported values: \"Node\", \"<empty>\", target.name: Required value]");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "Pending|'observedGeneration':1|Evict",
        "Running|'observedGeneration':0|The disruption budget b is still being processed by the server.",
        "Running|'observedGeneration':1,'desiredHealthy':2,'currentHealthy':2|The disruption budget b needs 2 healthy pods and has 2 currently",
        "Running|'observedGeneration':1,'disruptionsAllowed':1|EvictWith",
      })
  void budgetsGuardRunningPods(String phase, String budget, String outcome) {
    ObjectNode pod = JudgedPods.pod("{'metadata':{'labels':{'app':'a'}}}");
    pod.set(
        "status",
        JudgedPods.tree(
            "{'phase':'" + phase + "','conditions':[{'type':'Ready','status':'True'}]}"));
    ObjectNode guard =
        (ObjectNode)
            JudgedPods.tree(
                "{'metadata':{'name':'b','generation':1},'spec':{'selector':{'matchLabels':{'app':'a'}}},'status':{"
                    + budget
                    + "}}");
    PodEviction.Decision decision = PodEviction.decide(pod, List.of(guard), NOW);
    String told =
        switch (decision) {
          case PodEviction.Decision.Evict e -> "Evict";
          case PodEviction.Decision.EvictWith e -> {
            assertThat(e.budget().at("/status/disruptionsAllowed").asLong()).isZero();
            assertThat(e.budget().at("/status/disruptedPods/p").asText())
                .isEqualTo("2026-01-01T00:00:00Z");
            yield "EvictWith";
          }
          case PodEviction.Decision.Refuse e -> e.why().details().causes().getFirst().body();
        };
    assertThat(told).isEqualTo(outcome);
  }

  @Test
  void aPodWithSeveralContainersNeedsAChoice() {
    ObjectNode pod =
        JudgedPods.pod(
            "{'spec':{'containers':[{'name':'c','image':'i'},{'name':'d','image':'i'}]}}");
    assertThat(PodConnect.container(pod, "d")).isEqualTo("d");
    assertThatThrownBy(() -> PodConnect.container(pod, ""))
        .hasMessage("a container name must be specified for pod p, choose one of: [c d]");
    assertThatThrownBy(() -> PodConnect.container(pod, "x"))
        .hasMessage("container x is not valid for pod p");
    assertThatThrownBy(() -> PodConnect.node(pod))
        .hasMessage("pod p does not have a host assigned");
  }

  @Test
  void tellsWhatIsWrongWithARequestForLogs() {
    Errors errors = new Errors();
    new PodConnect.LogOptions(
            OptionalLong.of(-1), OptionalLong.of(0), OptionalLong.of(1), true, false)
        .validate(errors);
    assertThat(errors.list())
        .extracting(Object::toString)
        .containsExactly(
            "tailLines: Invalid value: -1: must be greater than or equal to 0",
            "limitBytes: Invalid value: 0: must be greater than 0",
            "[]: Forbidden: at most one of `sinceTime` or `sinceSeconds` may be specified");
  }
}
