package dev.muster.kinds.pods.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.pods.PodTrees;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.field.Path;
import dev.muster.views.CoreV1.MutablePodSpec;
import dev.muster.views.CoreV1.PodSpec;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What the recorded pods do not ask. */
class SecurityContextRulesTest {

  /** A container's context, and the faults in it as they follow its path. */
  static Stream<Arguments> containerContexts() {
    return Stream.of(
        faulty("'seccompProfile':{'type':'Localhost','localhostProfile':''}"),
        faulty(
            "'seccompProfile':{'type':'Localhost'}",
            ".seccompProfile.localhostProfile: Required value: must be set when seccomp type is Localhost"),
        faulty(
            "'seccompProfile':{'type':'Localhost','localhostProfile':'/a/../b'}",
            ".seccompProfile.localhostProfile: Invalid value: \"/a/../b\": must be a relative path",
            ".seccompProfile.localhostProfile: Invalid value: \"/a/../b\": must not contain '..'"),
        faulty(
            "'seccompProfile':{'type':'RuntimeDefault','localhostProfile':'a<b'}",
            ".seccompProfile.localhostProfile: Invalid value: {\"Type\":\"RuntimeDefault\",\"LocalhostProfile\":\"a\\u003cb\"}: can only be set when seccomp type is Localhost"),
        faulty(
            "'seccompProfile':{}",
            ".seccompProfile.type: Required value: type is required when seccompProfile is set"),
        faulty(
            "'seccompProfile':{'type':'x'}",
            ".seccompProfile.type: Unsupported value: \"x\": supported values: \"Localhost\", \"RuntimeDefault\", \"Unconfined\""),
        faulty(
            "'appArmorProfile':{'type':'Localhost','localhostProfile':''}",
            ".appArmorProfile.localhostProfile: Required value: must be set when AppArmor type is Localhost"),
        faulty(
            "'appArmorProfile':{'type':'Localhost','localhostProfile':' a'}",
            ".appArmorProfile.localhostProfile: Invalid value: \" a\": must not be padded with whitespace"),
        faulty(
            "'appArmorProfile':{'type':'Localhost','localhostProfile':'" + "a".repeat(4096) + "'}",
            ".appArmorProfile.localhostProfile: Too long: may not be more than 4095 bytes"),
        faulty(
            "'appArmorProfile':{'type':'Unconfined','localhostProfile':'a'}",
            ".appArmorProfile.localhostProfile: Invalid value: \"a\": can only be set when AppArmor type is Localhost"),
        faulty(
            "'appArmorProfile':{}",
            ".appArmorProfile.type: Required value: type is required when appArmorProfile is set"),
        faulty(
            "'windowsOptions':{'gmsaCredentialSpecName':'A','gmsaCredentialSpec':''}",
            ".windowsOptions.gmsaCredentialSpecName: Invalid value: \"A\": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')",
            ".windowsOptions.gmsaCredentialSpec: Invalid value: \"\": gmsaCredentialSpec cannot be an empty string"),
        faulty(
            "'allowPrivilegeEscalation':false,'privileged':true,'runAsUser':7,'seLinuxOptions':{'level':'l'},'windowsOptions':{'hostProcess':false},'capabilities':{'drop':['ALL']}",
            ": Invalid value: {\"Capabilities\":{\"Add\":null,\"Drop\":[\"ALL\"]},\"Privileged\":true,\"SELinuxOptions\":{\"User\":\"\",\"Role\":\"\",\"Type\":\"\",\"Level\":\"l\"},\"WindowsOptions\":{\"GMSACredentialSpecName\":null,\"GMSACredentialSpec\":null,\"RunAsUserName\":null,\"HostProcess\":false},\"RunAsUser\":7,\"RunAsGroup\":null,\"RunAsNonRoot\":null,\"ReadOnlyRootFilesystem\":null,\"AllowPrivilegeEscalation\":false,\"ProcMount\":null,\"SeccompProfile\":null,\"AppArmorProfile\":null}: cannot set `allowPrivilegeEscalation` to false and `privileged` to true"));
  }

  private static Arguments faulty(String context, String... faults) {
    return arguments(context, List.of(faults));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("containerContexts")
  void saysWhatIsWrongWithAContainer(String context, List<String> faults) {
    PodSpec spec = spec("{'containers':[{'name':'c','securityContext':{" + context + "}}]}");
    Errors errors = new Errors();
    ContainerSecurity.validate(spec.containers().getFirst(), spec, errors);
    assertThat(PodTrees.lines(errors))
        .isEqualTo(faults.stream().map(f -> "spec.containers[0].securityContext" + f).toList());
  }

  @Test
  void refusesPrivilegedContainersWhereTheServerDoes() {
    PodSpec spec =
        spec(
            "{'hostNetwork':true,'containers':[{'name':'c','securityContext':{'privileged':true,'windowsOptions':{'hostProcess':true}}}]}");
    Errors errors = new Errors();
    PodSecurity.forbidPrivileged(spec, errors);
    assertThat(PodTrees.lines(errors))
        .containsExactly(
            "spec.containers[0].securityContext.privileged: Forbidden: disallowed by cluster policy",
            "spec: Forbidden: hostProcess containers are disallowed by cluster policy");
  }

  @Test
  void wantsAllOfAPodsContainersOnTheHostOrNone() {
    PodSpec spec =
        spec(
            "{'securityContext':{'windowsOptions':{'hostProcess':true}},'containers':[{'name':'a'},{'name':'b','securityContext':{'windowsOptions':{'hostProcess':false}}}]}");
    Errors errors = new Errors();
    PodSecurity.validateContext(spec, errors);
    PodSecurity.validateHostProcess(spec, errors);
    PodSecurity.validateHostUsers(spec, errors);
    assertThat(PodTrees.lines(errors))
        .containsExactly(
            "spec.containers[1].securityContext.windowsOptions.hostProcess: Invalid value: false: pod hostProcess value must be"
                + " identical if both are specified, was true",
            "spec: Invalid value: \"\": If pod contains any hostProcess containers then all containers must be HostProcess containers",
            "spec.hostNetwork: Invalid value: false: hostNetwork must be true if pod contains any hostProcess containers");
  }

  @Test
  void readsSysctlsWithSlashesAsTheKernelDoes() {
    PodSpec spec =
        spec(
            "{'hostNetwork':true,'hostIPC':true,'securityContext':{'sysctls':[{'name':'net/ipv4/x','value':'1'},{'name':'kernel.sem','value':'1'},{'name':'net.a/b.c','value':'1'},{'name':'vm.swappiness','value':'1'}]}}");
    Errors errors = new Errors();
    PodSecurity.validateContext(spec, errors);
    assertThat(PodTrees.lines(errors))
        .containsExactly(
            "spec.securityContext.sysctls[0].name: Invalid value: \"net/ipv4/x\": may not be specified when 'hostNetwork' is true",
            "spec.securityContext.sysctls[1].name: Invalid value: \"kernel.sem\": may not be specified when 'hostIPC' is true",
            "spec.securityContext.sysctls[2].name: Invalid value: \"net.a/b.c\": may not be specified when 'hostNetwork' is true");
  }

  @Test
  void keepsTheGroupsPolicyOnlyWhereItWasInUseWhenItsGateIsClosed() {
    String json = "{'securityContext':{'supplementalGroupsPolicy':'Strict','fsGroup':1}}";
    ObjectNode created = PodTrees.spec(json);
    PodSecurity.dropSupplementalGroupsPolicy(MutablePodSpec.of(created), null);
    assertThat(created).isEqualTo(PodTrees.spec("{'securityContext':{'fsGroup':1}}"));
    ObjectNode updated = PodTrees.spec(json);
    PodSecurity.dropSupplementalGroupsPolicy(
        MutablePodSpec.of(updated), PodSpec.of(PodTrees.spec(json)));
    assertThat(updated).isEqualTo(PodTrees.spec(json));
  }

  private static PodSpec spec(String json) {
    return new PodSpec(new At(PodTrees.spec(json), Path.of("spec")));
  }
}
