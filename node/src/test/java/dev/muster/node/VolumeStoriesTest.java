package dev.muster.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.node.cluster.OnContainerd;
import dev.muster.node.cluster.Stories;
import dev.muster.testing.Await;
import dev.muster.testing.kubectl.Kubectl;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Volumes as containers and users see them. */
@ExtendWith(OnContainerd.class)
class VolumeStoriesTest {
  private final Stories pods;
  private final Kubectl kubectl;

  VolumeStoriesTest(Stories pods) {
    this.pods = pods;
    this.kubectl = pods.kubectl();
  }

  @Test
  void modesAndOwnersAreThoseOfTheSpec() {
    kubectl
        .run("create", "secret", "generic", "modes", "--from-literal=a=1", "--from-literal=b=2")
        .ok();
    kubectl.apply(
        """
        apiVersion: v1
        kind: Pod
        metadata:
          name: modes
          annotations:
            exact-mode.volumes.muster.dev/exact: "true"
            file-owner.volumes.muster.dev/exact: "1000:1000"
        spec:
          terminationGracePeriodSeconds: 1
          restartPolicy: Never
          securityContext: {runAsUser: 1000, runAsGroup: 1000, fsGroup: 4000}
          volumes:
          - name: usual
            secret: {secretName: modes, defaultMode: 0400, items: [{key: a, path: a}, {key: b, path: dir/b, mode: 0200}]}
          - name: exact
            secret: {secretName: modes, defaultMode: 0400}
          - {name: scratch, emptyDir: {}}
          containers:
          - name: main
            image: muster.test/tools:1
            command: [sh, -c, "stat -Lc '%a %u:%g %n' /usual/a /usual/dir /usual/dir/b /exact/a /scratch; cat /exact/a"]
            volumeMounts:
            - {name: usual, mountPath: /usual}
            - {name: exact, mountPath: /exact}
            - {name: scratch, mountPath: /scratch}
        """);
    kubectl.await("pod modes", "{.status.phase}", "Succeeded"::equals);
    assertThat(pods.log("modes"))
        .isEqualTo(
            """
            440 0:4000 /usual/a
            2755 0:4000 /usual/dir
            640 0:4000 /usual/dir/b
            400 1000:1000 /exact/a
            2777 0:4000 /scratch
            1""");
    pods.gone("modes");
  }

  /** KEP-5936 on a live pod: its own example, and its order for tokens. */
  @Test
  void ownersAreThoseThatTheSpecNames() {
    kubectl
        .run("create", "secret", "generic", "owned", "--from-literal=moo=1", "--from-literal=baa=2")
        .ok();
    kubectl
        .run("create", "configmap", "owned", "--from-literal=foo=1", "--from-literal=bar=2")
        .ok();
    pods.run(
        "owned",
        """
        securityContext: {runAsUser: 1000, runAsGroup: 1000}
        volumes:
        - name: a
          configMap: {name: owned, defaultUser: 1000, items: [{key: foo, path: foo}, {key: bar, path: bar, user: 1001}]}
        - {name: b, secret: {secretName: owned, defaultUser: 1000, defaultMode: 0400}}
        - {name: c, secret: {secretName: owned, items: [{key: moo, path: moo}, {key: baa, path: baa, user: 1000}]}}
        - name: d
          projected:
            defaultUser: 1001
            sources:
            - {serviceAccountToken: {path: tokenA}}
            - {serviceAccountToken: {path: tokenB, user: 1000}}
            - {downwardAPI: {items: [{path: name, user: 0, fieldRef: {fieldPath: metadata.name}}]}}
        - {name: e, projected: {sources: [{serviceAccountToken: {path: token}}]}}
        containers:
        - name: main
          image: muster.test/tools:1
          volumeMounts:
          - {name: a, mountPath: /a}
          - {name: b, mountPath: /b}
          - {name: c, mountPath: /c}
          - {name: d, mountPath: /d}
          - {name: e, mountPath: /e}
        """);
    pods.runs("owned");
    String[] stat = {
      "sh",
      "-c",
      "stat -Lc '%a %u:%g %n' /a/* /b/* /c/* /d/* /e/*; cat /b/moo; cat /d/tokenA || true"
    };
    assertThat(pods.exec("owned", stat))
        .isEqualTo(
            """
            644 1001:0 /a/bar
            644 1000:0 /a/foo
            400 1000:0 /b/baa
            400 1000:0 /b/moo
            644 1000:0 /c/baa
            644 0:0 /c/moo
            644 0:0 /d/name
            600 1001:0 /d/tokenA
            600 1000:0 /d/tokenB
            600 1000:0 /e/token
            1""");
    kubectl.run("patch", "secret", "owned", "-p", "{\"stringData\": {\"moo\": \"new\"}}").ok();
    Await.until("the change", () -> pods.exec("owned", "cat", "/b/moo"), "new"::equals);
    assertThat(pods.exec("owned", "stat", "-Lc", "%a %u:%g", "/b/moo").strip())
        .isEqualTo("400 1000:0");
    pods.gone("owned");
  }

  @Test
  void aMissingSourceHoldsThePodUntilItIsThere() {
    pods.run(
        "waiting",
        """
        volumes:
        - {name: keys, secret: {secretName: late}}
        - {name: maybe, configMap: {name: never, optional: true}}
        containers:
        - name: main
          image: muster.test/tools:1
          volumeMounts: [{name: keys, mountPath: /keys}, {name: maybe, mountPath: /maybe}]
        """);
    pods.awaitEvent(
        "waiting", "MountVolume.SetUp failed for volume \"keys\" : secret \"late\" not found");
    kubectl.run("create", "secret", "generic", "late", "--from-literal=id=here").ok();
    pods.runs("waiting");
    assertThat(pods.exec("waiting", "cat", "/keys/id")).isEqualTo("here");
    pods.gone("waiting");
  }

  @Test
  void aMissingKeyAndAWrongHostPathAreTold() {
    kubectl.run("create", "configmap", "keyless", "--from-literal=a=1").ok();
    pods.run(
        "wrong-key",
        """
        volumes: [{name: v, configMap: {name: keyless, items: [{key: b, path: b}]}}]
        containers: [{name: main, image: "muster.test/tools:1", volumeMounts: [{name: v, mountPath: /v}]}]
        """);
    pods.run(
        "wrong-path",
        """
        volumes: [{name: v, hostPath: {path: /etc/passwd, type: Directory}}]
        containers: [{name: main, image: "muster.test/tools:1", volumeMounts: [{name: v, mountPath: /v}]}]
        """);
    pods.awaitEvent(
        "wrong-key",
        "MountVolume.SetUp failed for volume \"v\" : configmap references non-existent config key: b");
    pods.awaitEvent(
        "wrong-path",
        "MountVolume.SetUp failed for volume \"v\" : hostPath type check failed: /etc/passwd is not a"
            + " directory");
    pods.gone("wrong-key");
    pods.gone("wrong-path");
  }

  @Test
  void aSubPathOfAChangedSourceIsTold() {
    kubectl
        .run("create", "configmap", "settings", "--from-literal=a=old", "--from-literal=b=same")
        .ok();
    pods.run(
        "sub-paths",
        """
        volumes: [{name: v, configMap: {name: settings}}]
        containers:
        - name: main
          image: muster.test/tools:1
          volumeMounts:
          - {name: v, mountPath: /all}
          - {name: v, mountPath: /one, subPath: a}
          - {name: v, mountPath: /two, subPath: b}
        """);
    pods.runs("sub-paths");
    kubectl.run("patch", "configmap", "settings", "-p", "{\"data\":{\"a\":\"new\"}}").ok();
    pods.awaitEvent(
        "sub-paths",
        "Container main keeps the old content at /one: a mount with a subPath follows its source only"
            + " when the container starts");
    assertThat(pods.exec("sub-paths", "cat", "/all/a", "/one", "/two")).isEqualTo("newoldsame");
    assertThat(kubectl.run("events", "--for", "pod/sub-paths").ok()).doesNotContain("/two");
    pods.gone("sub-paths");
  }

  @Test
  void aSubPathIsMadeOfVariablesAndLeadsNowhereElse() throws Exception {
    Path shared = Files.createDirectory(pods.directory().resolve("by-name"));
    Files.createSymbolicLink(shared.resolve("out"), Path.of("/etc"));
    pods.run(
        "by-name",
        """
        restartPolicy: Never
        volumes: [{name: shared, hostPath: {path: %s}}]
        containers:
        - name: inside
          image: muster.test/tools:1
          env: [{name: ME, valueFrom: {fieldRef: {fieldPath: metadata.name}}}]
          command: [sh, -c, "echo $ME > /mine/who"]
          volumeMounts: [{name: shared, mountPath: /mine, subPathExpr: pods/$(ME)}]
        - name: outside
          image: muster.test/tools:1
          volumeMounts: [{name: shared, mountPath: /mine, subPath: out/muster}]
        """
            .formatted(shared));
    String inside = "{.status.containerStatuses[?(@.name=='inside')].state.terminated.exitCode}";
    String outside =
        "{.status.containerStatuses[?(@.name=='outside')].state.waiting['reason','message']}";
    kubectl.await("pod by-name", inside, "0"::equals);
    assertThat(shared.resolve("pods/by-name/who")).hasContent("by-name");
    kubectl.await(
        "pod by-name",
        outside,
        ("CreateContainerConfigError failed to create subPath directory for volumeMount \"shared\" of"
                + " container \"outside\"")
            ::equals);
    pods.awaitEvent(
        "by-name",
        "Error: failed to create subPath directory for volumeMount \"shared\" of container"
            + " \"outside\"");
    assertThat(Path.of("/etc/muster")).doesNotExist();
    pods.gone("by-name");
    assertThat(shared.resolve("pods/by-name/who")).exists();
  }

  @Test
  void aPodThatFillsItsDirectoryBeyondTheLimitIsEvicted() {
    pods.run(
        "greedy",
        """
        volumes:
        - {name: disk, emptyDir: {sizeLimit: 1Mi}}
        - {name: memory, emptyDir: {medium: Memory, sizeLimit: 64Ki}}
        containers:
        - name: main
          image: muster.test/tools:1
          command:
          - sh
          - -c
          - dd if=/dev/zero of=/memory/x bs=1024 count=65; dd if=/dev/zero of=/disk/x bs=1024 count=1025; exec sleep 1000
          volumeMounts: [{name: disk, mountPath: /disk}, {name: memory, mountPath: /memory}]
        """);
    kubectl.await("pod greedy", "{.status.phase}", "Failed"::equals);
    assertThat(kubectl.get("pod greedy", "{.status.reason}: {.status.message}"))
        .isEqualTo("Evicted: Usage of EmptyDir volume \"disk\" exceeds the limit \"1Mi\".");
    assertThat(kubectl.get("pod greedy", "{.status.conditions[*].type}"))
        .as("the pod itself is the reason, not the node")
        .doesNotContain("DisruptionTarget");
    assertThat(pods.log("greedy"))
        .contains("dd: error writing '/memory/x': No space left on device");
    pods.gone("greedy");
  }

  @Test
  void aHookThatHangsDoesNotKeepAPodFromBeingEvicted() {
    pods.run(
        "hanging",
        """
        volumes: [{name: disk, emptyDir: {sizeLimit: 1Mi}}]
        containers:
        - name: main
          image: muster.test/tools:1
          command: [sh, -c, "dd if=/dev/zero of=/disk/x bs=1024 count=1100; exec sleep 1000"]
          lifecycle: {postStart: {exec: {command: [sleep, "1000"]}}}
          volumeMounts: [{name: disk, mountPath: /disk}]
        """);
    kubectl.await("pod hanging", "{.status.phase}", "Failed"::equals);
    assertThat(kubectl.get("pod hanging", "{.status.reason}")).isEqualTo("Evicted");
    pods.gone("hanging");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "layer | /x          | Container main exceeded its local ephemeral storage limit '1Mi'.",
        "log   | /dev/stdout | Container main exceeded its local ephemeral storage limit '1Mi'.",
        "whole | /disk/x     | Pod ephemeral local storage usage exceeds the total limit of"
            + " containers 2Mi.",
      })
  void aPodThatUsesMoreThanItsLimitOfStorageIsEvicted(String name, String file, String message) {
    pods.run(
        name,
        """
        volumes: [{name: disk, emptyDir: {}}]
        containers:
        - name: main
          image: muster.test/tools:1
          command: [sh, -c, "dd if=/dev/zero of=%s bs=1024 count=%d; exec sleep 1000"]
          resources: {limits: {ephemeral-storage: 1Mi}}
          volumeMounts: [{name: disk, mountPath: /disk}]
        - name: other
          image: muster.test/tools:1
          command: [sleep, "1000"]
          resources: {limits: {ephemeral-storage: 1Mi}}
        """
            .formatted(file, file.startsWith("/disk") ? 2_100 : 1_100));
    kubectl.await("pod " + name, "{.status.phase}", "Failed"::equals);
    String told = message.replace('\'', '"');
    assertThat(kubectl.get("pod " + name, "{.status.reason}: {.status.message}"))
        .isEqualTo("Evicted: " + told);
    pods.awaitEvent(name, told);
    pods.gone(name);
  }

  @Test
  void aTokenIsForItsAudienceAndItsPod() {
    pods.run(
        "token",
        """
        volumes:
        - name: token
          projected: {sources: [{serviceAccountToken: {path: t, audience: vault, expirationSeconds: 600}}]}
        containers:
        - {name: main, image: "muster.test/tools:1", volumeMounts: [{name: token, mountPath: /token}]}
        """);
    pods.runs("token");
    String token = pods.exec("token", "cat", "/token/t");
    assertThat(review(token, "vault"))
        .isEqualTo("true system:serviceaccount:default:default [\"token\"]");
    assertThat(review(token, "https://kubernetes.default.svc")).isBlank();
    pods.gone("token");
    assertThat(review(token, "vault")).isBlank();
  }

  private String review(String token, String audience) {
    return kubectl
        .piped(
            """
            apiVersion: authentication.k8s.io/v1
            kind: TokenReview
            spec: {token: %s, audiences: ["%s"]}
            """
                .formatted(token, audience),
            "create",
            "-f",
            "-",
            "-o",
            "jsonpath={.status.authenticated} {.status.user.username}"
                + " {.status.user.extra.authentication\\.kubernetes\\.io/pod-name}")
        .ok();
  }
}
