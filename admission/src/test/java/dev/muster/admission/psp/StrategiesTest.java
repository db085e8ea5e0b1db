package dev.muster.admission.psp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.admission.writes.Objects;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Each strategy of a policy on its own: what it fills in, and what it refuses in which words. */
class StrategiesTest {
  private static final NamespaceRanges NAMESPACE =
      new NamespaceRanges("ns", MissingNode.getInstance());
  private static final String C = "spec.containers[0].securityContext.";

  static Stream<Arguments> strategies() {
    return Stream.of(
        changes(
            "runAsUser fills in the first range's smallest id",
            "",
            "runAsUser: {rule: MustRunAs, ranges: [{min: 5, max: 6}, {min: 1, max: 2}]}",
            "containers: [{name: c}]",
            C + "runAsUser: 5"),
        changes(
            "runAsUser of the pod counts for its containers",
            "",
            "runAsUser: {rule: MustRunAs, ranges: [{min: 5, max: 6}]}",
            "securityContext: {runAsUser: 6}, containers: [{name: c}]"),
        refuses(
            "runAsUser outside all ranges",
            "",
            "runAsUser: {rule: MustRunAs, ranges: [{min: 5, max: 6}, {min: 9, max: 9}]}",
            "securityContext: {runAsUser: 6}, containers: [{name: c, securityContext: {runAsUser: 7}}]",
            C + "runAsUser: Invalid value: 7: must be in the ranges: [{5 6} {9 9}]"),
        refuses(
            "MustRunAs without ranges makes a policy useless",
            "",
            "runAsUser: {rule: MustRunAs}",
            "containers: [{name: c}]",
            "spec.runAsUser.ranges: Required value: MustRunAs requires at least one range"),
        changes(
            "MustRunAsNonRoot leaves the check to the node",
            "",
            "runAsUser: {rule: MustRunAsNonRoot}",
            "containers: [{name: c}]",
            C + "runAsNonRoot: true"),
        changes(
            "MustRunAsNonRoot is content with an id",
            "",
            "runAsUser: {rule: MustRunAsNonRoot}",
            "containers: [{name: c, securityContext: {runAsUser: 1}}]"),
        refuses(
            "MustRunAsNonRoot refuses root",
            "",
            "runAsUser: {rule: MustRunAsNonRoot}",
            "containers: [{name: c, securityContext: {runAsUser: 0}}, {name: d, securityContext: {runAsNonRoot: false}}]",
            C + "runAsUser: Invalid value: 0: running with the root UID is forbidden",
            "spec.containers[1].securityContext.runAsNonRoot: Invalid value: false: must be true"),
        changes(
            "runAsGroup MustRunAs fills in",
            "",
            "runAsGroup: {rule: MustRunAs, ranges: [{min: 3, max: 4}]}",
            "initContainers: [{name: i, securityContext: {runAsGroup: 4}}], containers: [{name: c}]",
            C + "runAsGroup: 3"),
        changes(
            "runAsGroup MayRunAs leaves open",
            "",
            "runAsGroup: {rule: MayRunAs, ranges: [{min: 3, max: 4}]}",
            "containers: [{name: c}]"),
        refuses(
            "runAsGroup outside the ranges",
            "",
            "runAsGroup: {rule: MayRunAs, ranges: [{min: 3, max: 4}]}",
            "securityContext: {runAsGroup: 0}, containers: [{name: c}]",
            C + "runAsGroup: Invalid value: 0: group 0 must be in the ranges: [{3 4}]"),
        changes("runAsGroup left out is RunAsAny", "", "", "containers: [{name: c}]"),
        changes(
            "supplementalGroups and fsGroup fill in",
            "",
            "supplementalGroups: {rule: MustRunAs, ranges: [{min: 3, max: 4}]}, fsGroup: {rule: MustRunAs, ranges: [{min: 8, max: 9}]}",
            "containers: [{name: c}]",
            "spec.securityContext.fsGroup: 8",
            "spec.securityContext.supplementalGroups: [3]"),
        refuses(
            "groups outside the ranges, one by one",
            "",
            "supplementalGroups: {rule: MayRunAs, ranges: [{min: 3, max: 4}]}, fsGroup: {rule: MustRunAs, ranges: [{min: 8, max: 9}]}",
            "securityContext: {supplementalGroups: [3, 5, 6], fsGroup: 1}, containers: [{name: c}]",
            "spec.securityContext.fsGroup: Invalid value: 1: group 1 must be in the ranges: [{8 9}]",
            "spec.securityContext.supplementalGroups: Invalid value: [3,5,6]: group 5 must be in the ranges: [{3 4}]",
            "spec.securityContext.supplementalGroups: Invalid value: [3,5,6]: group 6 must be in the ranges: [{3 4}]"),
        changes(
            "supplementalGroupsPolicy MustRunAs fills in",
            "",
            "supplementalGroupsPolicy: {rule: MustRunAs, values: [Strict]}",
            "containers: [{name: c}]",
            "spec.securityContext.supplementalGroupsPolicy: \"Strict\""),
        refuses(
            "supplementalGroupsPolicy of another kind",
            "",
            "supplementalGroupsPolicy: {rule: MustRunAs, values: [Strict]}",
            "securityContext: {supplementalGroupsPolicy: Merge}, containers: [{name: c}]",
            "spec.securityContext.supplementalGroupsPolicy: Unsupported value: \"Merge\": supported values: \"Strict\""),
        refuses(
            "a silent pod merges, which MayRunAs Strict does not allow",
            "",
            "supplementalGroupsPolicy: {rule: MayRunAs, values: [Strict]}",
            "containers: [{name: c}]",
            "spec.securityContext.supplementalGroupsPolicy: Required value: must be one of [Strict]"),
        changes(
            "the SELinux label is filled in on the pod",
            "",
            "seLinux: {rule: MustRunAs, seLinuxOptions: {level: 's0:c1,c2', type: t}}",
            "containers: [{name: c}]",
            "spec.securityContext.seLinuxOptions: {\"type\":\"t\",\"level\":\"s0:c1,c2\"}"),
        changes(
            "SELinux categories have no order",
            "",
            "seLinux: {rule: MustRunAs, seLinuxOptions: {level: 's0:c1,c2'}}",
            "securityContext: {seLinuxOptions: {level: 's0:c2,c1'}}, containers: [{name: c}]"),
        refuses(
            "another SELinux label",
            "",
            "seLinux: {rule: MustRunAs, seLinuxOptions: {level: s0, user: u}}",
            "securityContext: {seLinuxOptions: {level: s0, user: u}}, containers: [{name: c, securityContext: {seLinuxOptions: {level: s1, role: r, user: u}}}]",
            C + "seLinuxOptions.level: Invalid value: \"s1\": must be s0",
            C + "seLinuxOptions.role: Invalid value: \"r\": must be "),
        changes(
            "capabilities are merged and sorted",
            "",
            "defaultAddCapabilities: [KILL, CHOWN], requiredDropCapabilities: [SYS_TIME]",
            "containers: [{name: c, securityContext: {capabilities: {drop: [CHOWN]}}}]",
            C + "capabilities: {\"add\":[\"KILL\"],\"drop\":[\"CHOWN\",\"SYS_TIME\"]}"),
        refuses(
            "capabilities that were not offered",
            "",
            "allowedCapabilities: [KILL]",
            "containers: [{name: c, securityContext: {capabilities: {add: [KILL, SYS_TIME]}}}]",
            C + "capabilities.add: Invalid value: \"SYS_TIME\": capability may not be added"),
        changes(
            "all capabilities",
            "",
            "allowedCapabilities: ['*']",
            "containers: [{name: c, securityContext: {capabilities: {add: [SYS_TIME]}}}]"),
        refuses(
            "privileged",
            "",
            "",
            "containers: [{name: c, securityContext: {privileged: true}}]",
            C + "privileged: Invalid value: true: Privileged containers are not allowed"),
        changes(
            "privileged where allowed",
            "",
            "privileged: true",
            "containers: [{name: c, securityContext: {privileged: true}}]"),
        refuses(
            "host namespaces",
            "",
            "",
            "hostNetwork: true, hostPID: true, hostIPC: true, containers: [{name: c}]",
            "spec.securityContext.hostNetwork: Invalid value: true: Host network is not allowed to be used",
            "spec.securityContext.hostPID: Invalid value: true: Host PID is not allowed to be used",
            "spec.securityContext.hostIPC: Invalid value: true: Host IPC is not allowed to be used"),
        refuses(
            "host ports",
            "",
            "hostPorts: [{min: 80, max: 90}, {min: 1, max: 1}]",
            "containers: [{name: c, ports: [{containerPort: 1, hostPort: 85}, {containerPort: 2, hostPort: 91}]}]",
            "spec.containers[0].hostPort: Invalid value: 91: Host port 91 is not allowed to be used. Allowed ports: [80-90,1]"),
        refuses(
            "volume types",
            "",
            "volumes: [secret]",
            "volumes: [{name: a, secret: {secretName: s}}, {name: b, configMap: {name: m}}], containers: [{name: c}]",
            "spec.volumes[1]: Invalid value: \"configMap\": configMap volumes are not allowed to be used"),
        changes(
            "secrets include the volume of the service account's token",
            "",
            "volumes: [secret]",
            "volumes: [{name: a, projected: {sources: [{serviceAccountToken: {path: token}}, {configMap: {name: kube-root-ca.crt}}, {downwardAPI: {items: [{path: namespace, fieldRef: {fieldPath: metadata.namespace}}]}}]}}], containers: [{name: c}]"),
        refuses(
            "other projected volumes are none",
            "",
            "volumes: [secret]",
            "volumes: [{name: a, projected: {sources: [{serviceAccountToken: {path: token, audience: vault}}]}}], containers: [{name: c}]",
            "spec.volumes[0]: Invalid value: \"projected\": projected volumes are not allowed to be used"),
        refuses(
            "host paths",
            "",
            "volumes: ['*'], allowedHostPaths: [{pathPrefix: /data}, {pathPrefix: /logs, readOnly: true}]",
            "volumes: [{name: a, hostPath: {path: /data/x}}, {name: b, hostPath: {path: /database}}, {name: l, hostPath: {path: /logs/}}], containers: [{name: c, volumeMounts: [{name: l, mountPath: /l}]}]",
            "spec.volumes[1].hostPath.pathPrefix: Invalid value: \"/database\": is not allowed to be used",
            "spec.containers[0].volumeMounts[0].readOnly: Invalid value: false: must be read-only"),
        refuses(
            "flex and CSI drivers",
            "",
            "volumes: ['*'], allowedFlexVolumes: [{driver: a/b}], allowedCSIDrivers: [{name: x.y}]",
            "volumes: [{name: f, flexVolume: {driver: a/c}}, {name: g, csi: {driver: z.y}}, {name: h, csi: {driver: x.y}}], containers: [{name: c}]",
            "spec.volumes[0].driver: Invalid value: \"a/c\": Flexvolume driver is not allowed to be used",
            "spec.volumes[1].csi.driver: Invalid value: \"z.y\": Inline CSI driver is not allowed to be used"),
        changes(
            "a read-only root is filled in",
            "",
            "readOnlyRootFilesystem: true",
            "containers: [{name: c}]",
            C + "readOnlyRootFilesystem: true"),
        refuses(
            "a writable root",
            "",
            "readOnlyRootFilesystem: true",
            "containers: [{name: c, securityContext: {readOnlyRootFilesystem: false}}]",
            C
                + "readOnlyRootFilesystem: Invalid value: false: ReadOnlyRootFilesystem must be set to true"),
        changes(
            "escalation gets the policy's default",
            "",
            "defaultAllowPrivilegeEscalation: false",
            "containers: [{name: c}]",
            C + "allowPrivilegeEscalation: false"),
        refuses(
            "escalation",
            "",
            "allowPrivilegeEscalation: false",
            "containers: [{name: c, securityContext: {allowPrivilegeEscalation: true}}]",
            C
                + "allowPrivilegeEscalation: Invalid value: true: Allowing privilege escalation for containers is not allowed"),
        refuses(
            "procMount",
            "",
            "",
            "containers: [{name: c, securityContext: {procMount: Unmasked}}]",
            C + "procMount: Invalid value: \"Unmasked\": ProcMountType is not allowed"),
        refuses(
            "sysctls: safe, allowed, forbidden",
            "",
            "allowedUnsafeSysctls: ['kernel.msg*'], forbiddenSysctls: [net.ipv4.tcp_syncookies]",
            "securityContext: {sysctls: [{name: kernel.shm_rmid_forced, value: '1'}, {name: kernel/msgmax, value: '1'}, {name: net.ipv4.tcp_syncookies, value: '1'}, {name: net.core.somaxconn, value: '1'}]}, containers: [{name: c}]",
            "pod.spec.securityContext.sysctls[2]: Forbidden: sysctl \"net.ipv4.tcp_syncookies\" is not allowed",
            "pod.spec.securityContext.sysctls[3]: Forbidden: unsafe sysctl \"net.core.somaxconn\" is not allowed"),
        changes(
            "the runtime class is filled in",
            "",
            "runtimeClass: {allowedRuntimeClassNames: [a], defaultRuntimeClassName: a}",
            "containers: [{name: c}]",
            "spec.runtimeClassName: \"a\""),
        refuses(
            "another runtime class",
            "",
            "runtimeClass: {allowedRuntimeClassNames: [a]}",
            "runtimeClassName: b, containers: [{name: c}]",
            "spec.runtimeClassName: Invalid value: \"b\""),
        changes(
            "the seccomp profile is filled in",
            "seccomp.security.alpha.kubernetes.io/defaultProfileName: docker/default, seccomp.security.alpha.kubernetes.io/allowedProfileNames: runtime/default",
            "",
            "containers: [{name: c}]",
            "metadata.annotations[seccomp.security.alpha.kubernetes.io/pod]: \"docker/default\""),
        refuses(
            "seccomp where it may not be set",
            "",
            "",
            "securityContext: {seccompProfile: {type: Unconfined}}, containers: [{name: c}]",
            "pod.metadata.annotations[seccomp.security.alpha.kubernetes.io/pod]: Forbidden: seccomp may not be set",
            "pod.metadata.annotations[container.seccomp.security.alpha.kubernetes.io/c]: Forbidden: seccomp may not be set"),
        refuses(
            "another seccomp profile",
            "seccomp.security.alpha.kubernetes.io/allowedProfileNames: runtime/default",
            "",
            "securityContext: {seccompProfile: {type: RuntimeDefault}}, containers: [{name: c, securityContext: {seccompProfile: {type: Localhost, localhostProfile: x}}}]",
            "pod.metadata.annotations[container.seccomp.security.alpha.kubernetes.io/c]: Forbidden: localhost/x is not an allowed seccomp profile. Valid values are runtime/default"),
        changes(
            "the AppArmor profile is filled in",
            "apparmor.security.beta.kubernetes.io/defaultProfileName: runtime/default",
            "",
            "containers: [{name: c}]",
            "metadata.annotations[container.apparmor.security.beta.kubernetes.io/c]: \"runtime/default\""),
        refuses(
            "no AppArmor profile",
            "apparmor.security.beta.kubernetes.io/allowedProfileNames: runtime/default",
            "",
            "containers: [{name: c}]",
            "pod.metadata.annotations[container.apparmor.security.beta.kubernetes.io/c]: Forbidden: AppArmor profile must be set"),
        refuses(
            "another AppArmor profile, told by its field",
            "apparmor.security.beta.kubernetes.io/allowedProfileNames: runtime/default",
            "",
            "securityContext: {appArmorProfile: {type: Unconfined}}, containers: [{name: c}]",
            "pod.metadata.annotations[container.apparmor.security.beta.kubernetes.io/c]: Forbidden: unconfined is not an allowed profile. Allowed values: \"runtime/default\""));
  }

  private static Arguments changes(
      String name, String annotations, String policy, String pod, String... changes) {
    return arguments(name, annotations, policy, pod, List.of(changes), List.of());
  }

  private static Arguments refuses(
      String name, String annotations, String policy, String pod, String... faults) {
    return arguments(name, annotations, policy, pod, List.of(), List.of(faults));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("strategies")
  void fillsInAndRefuses(
      String name,
      String annotations,
      String policy,
      String spec,
      List<String> changes,
      List<String> faults) {
    ObjectNode pod =
        Objects.yaml("{apiVersion: v1, kind: Pod, metadata: {name: p}, spec: {" + spec + "}}");
    ObjectNode before = pod.deepCopy();
    Trial trial = Policies.of(annotations, policy).tryOn(pod, NAMESPACE);
    assertThat(trial.faults().stream().map(Object::toString).toList()).isEqualTo(faults);
    if (faults.isEmpty()) {
      assertThat(trial.changes().stream().map(FilledIn::toString).toList()).isEqualTo(changes);
    }
    assertThat(pod).as("the pod that was tried").isEqualTo(before);
  }
}
