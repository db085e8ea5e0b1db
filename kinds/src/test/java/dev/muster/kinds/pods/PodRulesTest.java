package dev.muster.kinds.pods;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.field.Path;
import dev.muster.views.CoreV1.MutablePodTemplateSpec;
import dev.muster.views.CoreV1.PodTemplateSpec;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Faults that new pods meet, beyond those that were recorded. */
class PodRulesTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "'livenessProbe':{}|livenessProbe: Required value: must specify a handler type",
        "'livenessProbe':{'exec':{}}|livenessProbe.exec.command: Required value",
        "'livenessProbe':{'tcpSocket':{'port':0}}|livenessProbe.tcpSocket.port: Invalid value: 0: must be between 1 and 65535, inclusive",
        "'livenessProbe':{'tcpSocket':{'port':'-'}}|livenessProbe.tcpSocket.port: Invalid value: \"-\": must contain at least one letter (a-z)",
        "'livenessProbe':{'tcpSocket':{'port':1},'successThreshold':2}|livenessProbe.successThreshold: Invalid value: 2: must be 1",
        "'livenessProbe':{'tcpSocket':{'port':1},'periodSeconds':-1}|livenessProbe.periodSeconds: Invalid value: -1: must be greater than or equal to 0",
        "'livenessProbe':{'tcpSocket':{'port':1},'terminationGracePeriodSeconds':0}|livenessProbe.terminationGracePeriodSeconds: Invalid value: 0: must be greater than 0",
        "'readinessProbe':{'tcpSocket':{'port':1},'terminationGracePeriodSeconds':5}|readinessProbe.terminationGracePeriodSeconds: Invalid value: 5: must not be set for readinessProbes",
        "'startupProbe':{'exec':{'command':['a']},'tcpSocket':{'port':1}}|startupProbe.tcpSocket: Forbidden: may not specify more than 1 handler type",
        "'livenessProbe':{'httpGet':{'port':1,'scheme':'ftp'}}|livenessProbe.httpGet.scheme: Unsupported value: \"ftp\": supported values: \"HTTP\", \"HTTPS\"",
        "'livenessProbe':{'httpGet':{'port':1,'httpHeaders':[{'name':'a b','value':''}]}}|livenessProbe.httpGet.httpHeaders: Invalid value: \"a b\": a valid HTTP header must consist of alphanumeric characters or '-' (e.g. 'X-Header-Name', regex used for validation is '[-A-Za-z0-9]+')",
        "'lifecycle':{'preStop':{'sleep':{'seconds':31}}}|lifecycle.preStop.sleep: Invalid value: 31: must be non-negative and less than terminationGracePeriodSeconds (30)",
        "'lifecycle':{'postStart':{}}|lifecycle.postStart: Required value: must specify a handler type",
        "'env':[{'name':''}]|env[0].name: Required value",
        "'env':[{'name':'a=b'}]|env[0].name: Invalid value: \"a=b\": a valid environment variable name must consist only of printable ASCII characters other than '='",
        "'env':[{'name':'A','valueFrom':{}}]|env[0].valueFrom: Invalid value: \"\": must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef`, `secretKeyRef` or `fileKeyRef`",
        "'env':[{'name':'A','value':'x','valueFrom':{'fieldRef':{'fieldPath':'metadata.name'}}}]|env[0].valueFrom: Invalid value: \"\": may not be specified when `value` is not empty",
        "'env':[{'name':'A','valueFrom':{'fieldRef':{'fieldPath':'metadata.labels'}}}]|env[0].valueFrom.fieldRef.fieldPath: Unsupported value: \"metadata.labels\": supported values: \"metadata.name\", \"metadata.namespace\", \"metadata.uid\", \"spec.nodeName\", \"spec.serviceAccountName\", \"status.hostIP\", \"status.hostIPs\", \"status.podIP\", \"status.podIPs\"",
        "'env':[{'name':'A','valueFrom':{'secretKeyRef':{'name':'s','key':'..'}}}]|env[0].valueFrom.secretKeyRef.key: Invalid value: \"..\": must not be '..'",
        "'env':[{'name':'A','valueFrom':{'fileKeyRef':{'key':'K','path':'p','volumeName':'v'}}}]|env[0].valueFrom.fileKeyRef.volumeName: Not found: \"v\"",
        "'envFrom':[{}]|envFrom: Invalid value: \"\": must specify one of: `configMapRef` or `secretRef`",
        "'envFrom':[{'configMapRef':{}}]|envFrom[0].configMapRef.name: Required value",
        "'restartPolicyRules':[{'action':'Restart','exitCodes':{'operator':'In','values':[1]}}]|restartPolicy: Required value: must specify restartPolicy when restart rules are used",
        "'restartPolicy':'Never','restartPolicyRules':[{'action':'Stop'}]|restartPolicyRules[0].action: Unsupported value: \"Stop\": supported values: \"Restart\"",
        "'resources':{'limits':{'cpu':'1','hugepages-2Mi':'3Mi'}}|resources.limits[hugepages-2Mi]: Invalid value: \"3Mi\": 3Mi is not positive integer multiple of hugepages-2Mi",
        "'resources':{'claims':[{'name':''}]}|resources.claims[0]: Required value",
      })
  void tellsWhatIsWrongWithAContainer(String container, String fault) {
    assertThat(JudgedPods.faults(JudgedPods.pod(container, "")).getFirst())
        .isEqualTo("spec.containers[0]." + fault);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "'topologySpreadConstraints':[{'maxSkew':0,'topologyKey':'z','whenUnsatisfiable':'DoNotSchedule'}]|topologySpreadConstraints[0].maxSkew: Invalid value: 0: must be greater than zero",
        "'topologySpreadConstraints':[{'maxSkew':1,'whenUnsatisfiable':'DoNotSchedule'}]|topologySpreadConstraints[0].topologyKey: Required value: can not be empty",
        "'topologySpreadConstraints':[{'maxSkew':1,'topologyKey':'z'}]|topologySpreadConstraints[0].whenUnsatisfiable: Unsupported value: \"\": supported values: \"DoNotSchedule\", \"ScheduleAnyway\"",
        "'topologySpreadConstraints':[{'maxSkew':1,'topologyKey':'z','whenUnsatisfiable':'ScheduleAnyway','minDomains':2}]|topologySpreadConstraints[0].minDomains: Invalid value: 2: can only use minDomains if whenUnsatisfiable=DoNotSchedule, not ScheduleAnyway",
        "'topologySpreadConstraints':[{'maxSkew':1,'topologyKey':'z','whenUnsatisfiable':'DoNotSchedule'},{'maxSkew':2,'topologyKey':'z','whenUnsatisfiable':'DoNotSchedule'}]|topologySpreadConstraints[0].{topologyKey, whenUnsatisfiable}: Duplicate value: \"{z, DoNotSchedule}\"",
        "'topologySpreadConstraints':[{'maxSkew':1,'topologyKey':'z','whenUnsatisfiable':'DoNotSchedule','matchLabelKeys':['a']}]|topologySpreadConstraints[0].matchLabelKeys: Forbidden: must not be specified when labelSelector is not set",
        "'topologySpreadConstraints':[{'maxSkew':1,'topologyKey':'z','whenUnsatisfiable':'DoNotSchedule','nodeTaintsPolicy':'x'}]|topologySpreadConstraints[0].nodeTaintsPolicy: Unsupported value: \"x\": supported values: \"Honor\", \"Ignore\"",
        "'affinity':{'podAffinity':{'preferredDuringSchedulingIgnoredDuringExecution':[{'weight':101,'podAffinityTerm':{'topologyKey':'z'}}]}}|affinity.podAffinity.preferredDuringSchedulingIgnoredDuringExecution[0].weight: Invalid value: 101: must be in the range 1-100",
        "'affinity':{'podAntiAffinity':{'requiredDuringSchedulingIgnoredDuringExecution':[{'topologyKey':'z','namespaces':['A']}]}}|affinity.podAntiAffinity.requiredDuringSchedulingIgnoredDuringExecution[0].namespace: Invalid value: \"A\": a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')",
        "'affinity':{'nodeAffinity':{'requiredDuringSchedulingIgnoredDuringExecution':{'nodeSelectorTerms':[{'matchFields':[{'key':'a','operator':'In','values':['b']}]}]}}}|affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[0].matchFields[0].key: Invalid value: \"a\": not a valid field selector key",
        "'resources':{'limits':{'ephemeral-storage':'1'}}|resources.limits[ephemeral-storage]: Unsupported value: \"ephemeral-storage\": supported values: \"cpu\", \"hugepages-\", \"memory\"",
        "'resourceClaims':[{'name':'a'}]|resourceClaims[0]: Invalid value: {\"Name\":\"a\",\"ResourceClaimName\":null,\"ResourceClaimTemplateName\":null}: must specify one of: `resourceClaimName`, `resourceClaimTemplateName`",
        "'hostnameOverride':'a','setHostnameAsFQDN':true|hostnameOverride: Forbidden: may not be specified when setHostnameAsFQDN is true",
        "'dnsPolicy':'None','dnsConfig':{}|dnsConfig.nameservers: Required value: must provide at least one DNS nameserver when `dnsPolicy` is None",
        "'dnsConfig':{'options':[{'value':'1'}]}|dnsConfig.options[0]: Required value: must not be empty",
        "'dnsConfig':{'searches':['_ok.a_b','.','A']}|dnsConfig.searches[2]: Invalid value: \"A\": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '_', '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '_?[a-z0-9]([-_a-z0-9]*[a-z0-9])?(\\._?[a-z0-9]([-_a-z0-9]*[a-z0-9])?)*')",
        "'runtimeClassName':'A'|runtimeClassName: Invalid value: \"A\": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')",
        "'overhead':{'gpu':'1'}|overhead.limits[gpu]: Invalid value: \"gpu\": must be a standard resource type or fully qualified",
      })
  void tellsWhatIsWrongWithASpec(String spec, String fault) {
    assertThat(JudgedPods.faults(JudgedPods.pod("", spec)).getFirst()).isEqualTo("spec." + fault);
  }

  @Test
  void comparesContainersWithThePodsOwnResources() {
    assertThat(
            JudgedPods.faults(
                JudgedPods.pod(
                    "'resources':{'requests':{'cpu':'2'},'limits':{'cpu':'3'}}",
                    "'resources':{'requests':{'cpu':'1'},'limits':{'cpu':'1'}}")))
        .containsExactly(
            "spec.resources.requests[cpu]: Invalid value: \"1\": must be greater than or equal to aggregate container requests of 2",
            "spec.resources.containers[0][cpu].limits: Invalid value: \"3\": must be less than or equal to pod limits of 1");
  }

  @Test
  void findsTheSameKeyInTheSelectorAndInMatchLabelKeys() {
    var pod =
        JudgedPods.pod(
            """
            {'metadata':{'labels':{'a':'b'}},'spec':{'containers':[{'name':'c','image':'i'}],
             'topologySpreadConstraints':[{'maxSkew':1,'topologyKey':'z','whenUnsatisfiable':'DoNotSchedule',
               'labelSelector':{'matchLabels':{'a':'b'}},'matchLabelKeys':['a']}]}}
            """);
    assertThat(JudgedPods.faults(pod))
        .containsExactly(
            "spec.topologySpreadConstraints[0][0]: Invalid value: \"a\": exists in both matchLabelKeys and labelSelector");
  }

  @Test
  void staticPodsHaveNoResourceClaims() {
    var pod =
        JudgedPods.pod(
            """
            {'metadata':{'annotations':{'kubernetes.io/config.mirror':'x'}},
             'spec':{'nodeName':'n','containers':[{'name':'c','image':'i'}],'resourceClaims':[{'name':'a'}]}}
            """);
    assertThat(JudgedPods.faults(pod))
        .containsExactly("[]: Forbidden: static pods do not support resource claims");
  }

  @Test
  void templatesMayLeaveHostPortsOpenAndTellAnnotationsWithoutMetadata() {
    var template =
        JudgedPods.tree(
                """
            {'metadata':{'annotations':{'controller.kubernetes.io/pod-deletion-cost':'x'}},
             'spec':{'hostNetwork':true,'containers':[{'name':'c','image':' i','ports':[{'containerPort':1}]}],
                     'ephemeralContainers':[{'name':'e','image':'i'}]}}
            """)
            .deepCopy();
    PodTemplates.applyDefaults(MutablePodTemplateSpec.of((ObjectNode) template));
    Errors errors = new Errors();
    PodTemplates.validate(new PodTemplateSpec(new At(template, Path.of("template"))), errors);
    assertThat(errors.list())
        .extracting(Object::toString)
        .isEqualTo(
            List.of(
                "template.annotations[controller.kubernetes.io/pod-deletion-cost]: Invalid value: \"x\": must be a 32bit integer",
                "template.spec.ephemeralContainers: Forbidden: ephemeral containers not allowed in pod template"));
  }
}
