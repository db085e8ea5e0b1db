package dev.muster.admission.podsecurity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.admission.writes.Objects;
import dev.muster.kinds.features.KubeVersion;
import dev.muster.views.CoreV1.Pod;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Each check of the standards, with the words in which Kubernetes tells of it. */
class StandardsTest {
  private static final String APPARMOR = "container.apparmor.security.beta.kubernetes.io/";

  /** Meets every standard. */
  private static final String GOOD =
      "securityContext: {runAsNonRoot: true, seccompProfile: {type: RuntimeDefault}}, containers:"
          + " [{name: a, image: i, securityContext: {allowPrivilegeEscalation: false, capabilities:"
          + " {drop: [ALL]}}}]";

  private static List<Violation> violations(String standard, String metadata, String spec) {
    ObjectNode pod =
        Objects.yaml(
            "{apiVersion: v1, kind: Pod, metadata: {name: p, "
                + metadata
                + "}, spec: {"
                + spec
                + "}}");
    String[] parts = standard.split(":");
    return new Standards(KubeVersion.CURRENT)
        .violations(
            new Standard(
                PodSecurityLevel.named(parts[0]).orElseThrow(),
                PolicyVersion.of(parts[1]).orElseThrow()),
            CheckedPod.of(Pod.of(pod)));
  }

  static Stream<Arguments> baseline() {
    return Stream.of(
        row(
            "hostNetwork: true, hostPID: true, hostIPC: true, containers: [{name: a}]",
            "host namespaces (hostNetwork=true, hostPID=true, hostIPC=true)"),
        row(
            "containers: [{name: a, securityContext: {privileged: true}}, {name: b, securityContext: {privileged: true}}, {name: c}]",
            "privileged (containers \"a\", \"b\" must not set securityContext.privileged=true)"),
        row(
            "containers: [{name: a, securityContext: {capabilities: {add: [FOO, BAR, CHOWN]}}}, {name: b, securityContext: {capabilities: {add: [BAZ]}}}]",
            "non-default capabilities (containers \"a\", \"b\" must not include \"BAR\", \"BAZ\", \"FOO\" in securityContext.capabilities.add)"),
        row(
            "volumes: [{name: a, hostPath: {path: /}}, {name: b, hostPath: {path: /}}, {name: c, emptyDir: {}}], containers: [{name: a}]",
            "hostPath volumes (volumes \"a\", \"b\")"),
        row(
            "containers: [{name: a, ports: [{containerPort: 1}]}, {name: b, ports: [{containerPort: 1, hostPort: 20}]}]",
            "hostPort (container \"b\" uses hostPort 20)"),
        row(
            "containers: [{name: b, ports: [{containerPort: 1, hostPort: 10}, {containerPort: 2, hostPort: 20}]}, {name: c, ports: [{containerPort: 1, hostPort: 30}]}]",
            "hostPort (containers \"b\", \"c\" use hostPorts 10, 20, 30)"),
        row(
            "containers: [{name: a, livenessProbe: {httpGet: {host: h, port: 1}}}, {name: b, lifecycle: {preStop: {tcpSocket: {host: g, port: 1}}}}]",
            "probe or lifecycle host (containers \"a\", \"b\" use probe or lifecycle hosts \"g\", \"h\")"),
        row(
            "containers: [{name: d, securityContext: {procMount: Unmasked}}, {name: e, securityContext: {procMount: other}}]",
            "procMount (containers \"d\", \"e\" must not set securityContext.procMount to \"Unmasked\", \"other\")"),
        row("hostUsers: false, containers: [{name: d, securityContext: {procMount: Unmasked}}]"),
        row(
            "securityContext: {seLinuxOptions: {type: foo, user: bar, role: baz}}, containers: [{name: e, securityContext: {seLinuxOptions: {type: bar}}}, {name: f, securityContext: {seLinuxOptions: {user: bar}}}, {name: g, securityContext: {seLinuxOptions: {type: container_engine_t}}}]",
            "seLinuxOptions (pod and containers \"e\", \"f\" set forbidden securityContext.seLinuxOptions: types \"bar\", \"foo\"; user may not be set; role may not be set)"),
        row(
            "securityContext: {seLinuxOptions: {user: bad}}, containers: [{name: a}]",
            "seLinuxOptions (pod set forbidden securityContext.seLinuxOptions: user may not be set)"),
        row(
            "securityContext: {seccompProfile: {type: Unconfined}}, containers: [{name: c, securityContext: {seccompProfile: {type: Unconfined}}}, {name: d}]",
            "seccompProfile (pod and container \"c\" must not set securityContext.seccompProfile.type to \"Unconfined\")"),
        row(
            "securityContext: {sysctls: [{name: net.ipv4.tcp_rmem, value: '1'}, {name: kernel.msgmax, value: '1'}, {name: a, value: '1'}]}, containers: [{name: a}]",
            "forbidden sysctls (kernel.msgmax, a)"),
        row(
            "securityContext: {windowsOptions: {hostProcess: true}}, containers: [{name: e, securityContext: {windowsOptions: {hostProcess: true}}}]",
            "hostProcess (pod and container \"e\" must not set securityContext.windowsOptions.hostProcess=true)"),
        row(
            "securityContext: {appArmorProfile: {type: Unconfined}}, containers: [{name: foo, securityContext: {appArmorProfile: {type: Unconfined}}}]",
            "forbidden AppArmor profile (pod and container \"foo\" must not set AppArmor profile type to \"Unconfined\")"),
        row(GOOD),
        row("containers: [{name: a}]"));
  }

  static Stream<Arguments> restricted() {
    return Stream.of(
        row(GOOD),
        row(
            "containers: [{name: a}, {name: b}]",
            "allowPrivilegeEscalation != false (containers \"a\", \"b\" must set securityContext.allowPrivilegeEscalation=false)",
            "unrestricted capabilities (containers \"a\", \"b\" must set securityContext.capabilities.drop=[\"ALL\"])",
            "runAsNonRoot != true (pod or containers \"a\", \"b\" must set securityContext.runAsNonRoot=true)",
            "seccompProfile (pod or containers \"a\", \"b\" must set securityContext.seccompProfile.type to \"RuntimeDefault\" or \"Localhost\")"),
        row("os: {name: windows}, securityContext: {runAsNonRoot: true}, containers: [{name: a}]"),
        row(
            GOOD
                + ", volumes: [{name: b1, hostPath: {path: /}}, {name: b2, nfs: {server: s, path: /}}, {name: c, image: {reference: r}}]",
            "restricted volume types (volumes \"b1\", \"b2\" use restricted volume types \"hostPath\", \"nfs\")"),
        row(
            "securityContext: {runAsNonRoot: false, runAsUser: 0, seccompProfile: {type: Localhost, localhostProfile: x}}, containers: [{name: a, securityContext: {runAsNonRoot: false, runAsUser: 0, allowPrivilegeEscalation: false, capabilities: {drop: [ALL], add: [NET_BIND_SERVICE, CHOWN]}}}]",
            "unrestricted capabilities (container \"a\" must not include \"CHOWN\" in securityContext.capabilities.add)",
            "runAsNonRoot != true (pod and container \"a\" must not set securityContext.runAsNonRoot=false)",
            "runAsUser=0 (pod and container \"a\" must not set runAsUser=0)"),
        row(
            "hostUsers: false, securityContext: {runAsUser: 0, seccompProfile: {type: RuntimeDefault}}, containers: [{name: a, securityContext: {procMount: Unmasked, allowPrivilegeEscalation: false, capabilities: {drop: [ALL]}}}]",
            "procMount (container \"a\" must not set securityContext.procMount to \"Unmasked\")"));
  }

  private static Arguments row(String spec, String... details) {
    return arguments(spec, List.of(details));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("baseline")
  void baselineSays(String spec, List<String> details) {
    assertThat(Violation.details(violations("baseline:latest", "", spec)))
        .isEqualTo(String.join(", ", details));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("restricted")
  void restrictedSays(String spec, List<String> details) {
    assertThat(Violation.details(violations("restricted:latest", "", spec)))
        .isEqualTo(String.join(", ", details));
  }

  @Test
  void profilesInAnnotationsCountToo() {
    assertThat(
            Violation.details(
                violations(
                    "baseline:latest",
                    "annotations: {" + APPARMOR + "e: unconfined, " + APPARMOR + "b: localhost/x}",
                    "containers: [{name: e}]")))
        .isEqualTo(
            "forbidden AppArmor profile (annotation must not set AppArmor profile type to \""
                + APPARMOR
                + "e=\"unconfined\"\")");
    assertThat(
            Violation.details(
                violations(
                    "baseline:v1.18",
                    "annotations: {seccomp.security.alpha.kubernetes.io/pod: unconfined}",
                    "containers: [{name: e}]")))
        .isEqualTo(
            "seccompProfile (forbidden annotation"
                + " seccomp.security.alpha.kubernetes.io/pod=\"unconfined\")");
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource(
      delimiter = '|',
      value = {
        "baseline:v1.31|securityContext: {sysctls: [{name: net.ipv4.tcp_rmem, value: '1'}]}|true",
        "baseline:v1.32|securityContext: {sysctls: [{name: net.ipv4.tcp_rmem, value: '1'}]}|false",
        "baseline:v1.26|securityContext: {sysctls: [{name: net.ipv4.ip_local_reserved_ports, value: '1'}]}|true",
        "baseline:v1.27|securityContext: {sysctls: [{name: net.ipv4.ip_local_reserved_ports, value: '1'}]}|false",
        "baseline:v1.28|securityContext: {sysctls: [{name: net.ipv4.tcp_fin_timeout, value: '1'}]}|true",
        "baseline:v1.29|securityContext: {sysctls: [{name: net.ipv4.tcp_fin_timeout, value: '1'}]}|false",
        "baseline:v1.30|securityContext: {seLinuxOptions: {type: container_engine_t}}|true",
        "baseline:v1.31|securityContext: {seLinuxOptions: {type: container_engine_t}}|false",
        "restricted:v1.7|securityContext: {runAsNonRoot: true}|false",
        "restricted:v1.8|securityContext: {runAsNonRoot: true}|true",
        "restricted:v1.34|hostUsers: false, securityContext: {seccompProfile: {type: RuntimeDefault}}|true",
        "privileged:latest|hostNetwork: true|false",
      })
  void standardsChangeWithTheirVersions(String standard, String spec, boolean violated) {
    assertThat(violations(standard, "", spec + ", containers: [{name: a}]").isEmpty())
        .isNotEqualTo(violated);
  }

  @Test
  void aServerThatEmulatesAnOlderVersionHasItsStandards() {
    ObjectNode pod =
        Objects.yaml(
            "{apiVersion: v1, kind: Pod, metadata: {name: p}, spec: {containers: [{name: a,"
                + " livenessProbe: {httpGet: {host: h, port: 1}}}]}}");
    CheckedPod subject = CheckedPod.of(Pod.of(pod));
    Standard latest = new Standard(PodSecurityLevel.BASELINE, PolicyVersion.LATEST);
    assertThat(new Standards(new KubeVersion(1, 33)).violations(latest, subject)).isEmpty();
    assertThat(new Standards(new KubeVersion(1, 34)).violations(latest, subject)).hasSize(1);
  }
}
