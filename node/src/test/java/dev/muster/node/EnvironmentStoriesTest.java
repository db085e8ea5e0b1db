package dev.muster.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.node.cluster.OnContainerd;
import dev.muster.node.cluster.Stories;
import dev.muster.testing.kubectl.Kubectl;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Variables from everywhere. */
@ExtendWith(OnContainerd.class)
class EnvironmentStoriesTest {
  private final Stories pods;
  private final Kubectl kubectl;

  EnvironmentStoriesTest(Stories pods) {
    this.pods = pods;
    this.kubectl = pods.kubectl();
  }

  @Test
  void variablesFromEverywhere() {
    kubectl
        .run("create", "configmap", "colors", "--from-literal=sky=blue", "--from-literal=sea=green")
        .ok();
    kubectl.run("create", "secret", "generic", "words", "--from-literal=pass=sesame").ok();
    kubectl.apply(
        """
        apiVersion: v1
        kind: Pod
        metadata: {name: variables, labels: {tier: front}, annotations: {note: "a b"}}
        spec:
          terminationGracePeriodSeconds: 1
          restartPolicy: Never
          containers:
          - name: main
            image: muster.test/tools:1
            command: [sh, -c, "env; echo arg=$0", "$(GREETING)"]
            resources: {requests: {memory: 10Mi, cpu: 100m}, limits: {cpu: 250m, memory: 20Mi}}
            envFrom:
            - {prefix: C_, configMapRef: {name: colors}}
            - {secretRef: {name: words}}
            - {configMapRef: {name: nowhere, optional: true}}
            env:
            - {name: NAME, valueFrom: {fieldRef: {fieldPath: metadata.name}}}
            - {name: TIER, valueFrom: {fieldRef: {fieldPath: "metadata.labels['tier']"}}}
            - {name: NOTE, valueFrom: {fieldRef: {fieldPath: "metadata.annotations['note']"}}}
            - {name: NODE, valueFrom: {fieldRef: {fieldPath: spec.nodeName}}}
            - {name: ACCOUNT, valueFrom: {fieldRef: {fieldPath: spec.serviceAccountName}}}
            - {name: HOST, valueFrom: {fieldRef: {fieldPath: status.hostIP}}}
            - {name: CPU, valueFrom: {resourceFieldRef: {resource: limits.cpu, divisor: 1m}}}
            - {name: CPUS, valueFrom: {resourceFieldRef: {resource: limits.cpu}}}
            - {name: MEMORY, valueFrom: {resourceFieldRef: {resource: requests.memory, divisor: 1Mi}}}
            - {name: SEA, valueFrom: {configMapKeyRef: {name: colors, key: sea}}}
            - {name: PASS, valueFrom: {secretKeyRef: {name: words, key: pass}}}
            - {name: NONE, valueFrom: {secretKeyRef: {name: words, key: other, optional: true}}}
            - {name: GREETING, value: "$(C_sky) $(NAME) $$(NAME) $(NONE)"}
            - {name: sky, value: "over $(pass)"}
        """);
    kubectl.await("pod variables", "{.status.phase}", "Succeeded"::equals);
    assertThat(pods.log("variables").lines())
        .contains(
            "C_sky=blue",
            "C_sea=green",
            "pass=sesame",
            "NAME=variables",
            "TIER=front",
            "NOTE=a b",
            "NODE=node-a",
            "ACCOUNT=default",
            "HOST=127.0.0.1",
            "CPU=250",
            "CPUS=1",
            "MEMORY=10",
            "SEA=green",
            "PASS=sesame",
            "GREETING=blue variables $(NAME) $(NONE)",
            "sky=over sesame",
            "arg=blue variables $(NAME) $(NONE)",
            "KUBERNETES_SERVICE_HOST=10.96.0.1",
            "KUBERNETES_SERVICE_PORT=443")
        .noneMatch(line -> line.startsWith("NONE="));
    pods.gone("variables");
  }

  @Test
  void aPodOnTheHostsNetworkFindsTheApiServer() {
    pods.run(
        "host",
        """
        restartPolicy: Never
        hostNetwork: true
        containers:
        - name: main
          image: muster.test/tools:1
          command:
          - perl
          - -MIO::Socket::INET
          - -e
          - |
            my $at = "$ENV{KUBERNETES_SERVICE_HOST}:$ENV{KUBERNETES_SERVICE_PORT}";
            print IO::Socket::INET->new(PeerAddr => $at) ? "reached" : "lost: $at";
        """);
    kubectl.await("pod host", "{.status.phase}", "Succeeded"::equals);
    assertThat(pods.log("host")).isEqualTo("reached");
    pods.gone("host");
  }

  @Test
  void whatIsMissingIsToldOnceByName() {
    kubectl.run("create", "configmap", "few", "--from-literal=a=1").ok();
    pods.run(
        "missing",
        """
        containers:
        - name: key
          image: muster.test/tools:1
          env: [{name: A, valueFrom: {configMapKeyRef: {name: few, key: b}}}]
        - name: secret
          image: muster.test/tools:1
          envFrom: [{secretRef: {name: nowhere}}]
        """);
    kubectl.await(
        "pod missing",
        "{.status.containerStatuses[*].state.waiting.message}",
        "couldn't find key b in ConfigMap default/few secret \"nowhere\" not found"::equals);
    kubectl.run("create", "secret", "generic", "nowhere", "--from-literal=x=y").ok();
    kubectl.await(
        "pod missing",
        "{.status.containerStatuses[1].state.running.startedAt}",
        at -> !at.isEmpty());
    pods.gone("missing");
  }
}
