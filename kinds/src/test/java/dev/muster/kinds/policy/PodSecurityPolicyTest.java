package dev.muster.kinds.policy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.codec.Decoder;
import dev.muster.model.codec.Trees;
import dev.muster.model.field.Errors;
import dev.muster.model.types.Schema;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PodSecurityPolicyTest {
  private static final String REST =
      "'seLinux':{'rule':'RunAsAny'},'supplementalGroups':{'rule':'RunAsAny'},'fsGroup':{'rule':'RunAsAny'}";
  private static final String PLAIN = "'runAsUser':{'rule':'RunAsAny'}," + REST;

  private final PodSecurityPolicyStrategy strategy = new PodSecurityPolicyStrategy();

  @Test
  void acceptsTheSmallestPolicyAndAllowsEscalationByDefault() throws IOException {
    ObjectNode policy = policy(PLAIN);
    assertThat(faults(policy).isEmpty()).isTrue();
    assertThat(policy.path("spec").path("allowPrivilegeEscalation").asBoolean()).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "'runAsGroup':{'rule':'MustRunAs'}|spec.runAsGroup.ranges: Invalid value: null: must provide at least one range",
        "'runAsGroup':{'rule':'RunAsAny','ranges':[{'min':1,'max':2}]}|spec.runAsGroup.ranges: Invalid value:"
            + " [{\"Min\":1,\"Max\":2}]: Ranges must be empty",
        "'runAsGroup':{'rule':'Odd'}|spec.runAsGroup.rule: Unsupported value: \"Odd\": supported values: \"MustRunAs\","
            + " \"RunAsAny\", \"MayRunAs\"",
        "'runAsGroup':{'rule':'MayRunAs','ranges':[{'min':-1,'max':2}]}|spec.runAsGroup.ranges[0].min: Invalid value: -1: min"
            + " cannot be negative",
        "'runAsGroup':{'rule':'MayRunAs','ranges':[{'min':3,'max':2}]}|spec.runAsGroup.ranges[0].min: Invalid value: 3: min"
            + " cannot be greater than max",
        "'requiredDropCapabilities':['A'],'allowedCapabilities':['*']|requiredDropCapabilities: Invalid value: [\"A\"]: must be"
            + " empty when all capabilities are allowed by a wildcard",
        "'requiredDropCapabilities':['A'],'defaultAddCapabilities':['A']|defaultAddCapabilities: Invalid value: \"A\": capability"
            + " is listed in defaultAddCapabilities and requiredDropCapabilities",
        "'allowPrivilegeEscalation':false,'defaultAllowPrivilegeEscalation':true|spec.defaultAllowPrivilegeEscalation: Invalid"
            + " value: true: Cannot set DefaultAllowPrivilegeEscalation to true without also setting AllowPrivilegeEscalation to"
            + " true",
        "'allowedProcMountTypes':['X']|spec.allowedProcMountTypes[0]: Unsupported value: \"X\": supported values: \"Default\","
            + " \"Unmasked\"",
        "'allowedHostPaths':[{'pathPrefix':'/a/../b'}]|spec.allowedHostPaths[0]: Invalid value: \"/a/../b\": must not contain"
            + " '..'",
        "'allowedHostPaths':[{}]|spec.allowedHostPaths[0]: Required value: is required",
        "'allowedFlexVolumes':[{}]|spec.allowedFlexVolumes.allowedFlexVolumes[0].driver: Required value: must specify a driver",
        "'allowedUnsafeSysctls':['a.*'],'forbiddenSysctls':['a.b']|spec.forbiddenSysctls[0]: Invalid value: \"a.b\": sysctl"
            + " overlaps with a.*",
        "'allowedUnsafeSysctls':['*','a']|spec.allowedUnsafeSysctls.items: Forbidden: if '*' is present, must not specify other"
            + " sysctls",
        "'runtimeClass':{'allowedRuntimeClassNames':['a'],'defaultRuntimeClassName':'b'}|spec.runtimeClass.allowedRuntimeClassNames:"
            + " Required value: default \"b\" must be allowed",
        "'supplementalGroupsPolicy':{'rule':'MustRunAs'}|spec.supplementalGroupsPolicy.values: Required value: must name at least"
            + " one policy",
        "'supplementalGroupsPolicy':{'rule':'MayRunAs','values':['strict']}|spec.supplementalGroupsPolicy.values[0]: Unsupported"
            + " value: \"strict\": supported values: \"Merge\", \"Strict\"",
        "'supplementalGroupsPolicy':{}|spec.supplementalGroupsPolicy.rule: Unsupported value: \"\": supported values: \"MayRunAs\","
            + " \"MustRunAs\", \"RunAsAny\"",
      })
  void saysWhatIsWrong(String field, String fault) throws IOException {
    assertThat(faults(policy(PLAIN + "," + field)).message()).isEqualTo(fault);
  }

  @Test
  void asksForARuleForEachIdentity() throws IOException {
    assertThat(faults(policy("")).list())
        .extracting(Object::toString)
        .containsExactly(
            "spec.runAsUser.rule: Unsupported value: \"\": supported values: \"MustRunAs\", \"MustRunAsNonRoot\", \"RunAsAny\"",
            "spec.seLinux.rule: Unsupported value: \"\": supported values: \"MustRunAs\", \"RunAsAny\"",
            "spec.supplementalGroups.rule: Unsupported value: \"\": supported values: \"MayRunAs\", \"MustRunAs\", \"RunAsAny\"",
            "spec.fsGroup.rule: Unsupported value: \"\": supported values: \"MayRunAs\", \"MustRunAs\", \"RunAsAny\"");
  }

  private Errors faults(ObjectNode policy) {
    Errors errors = new Errors();
    strategy.validate(policy, errors);
    return errors;
  }

  private ObjectNode policy(String spec) throws IOException {
    String json = ("{'metadata':{'name':'p'},'spec':{" + spec + "}}").replace('\'', '"');
    ObjectNode policy =
        Decoder.decode(
                Schema.kubernetes().struct("policy/v1beta1.PodSecurityPolicy"),
                Trees.parse(json.getBytes(StandardCharsets.UTF_8)))
            .object();
    strategy.applyDefaults(policy);
    return policy;
  }
}
