package dev.muster.apiserver.kubectl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.apiserver.running.MostlyWaits;
import dev.muster.apiserver.running.RunningServer;
import dev.muster.testing.kubectl.Kubectl;
import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** kubectl create and run. */
@MostlyWaits
class KubectlCreateTest {
  private static RunningServer server;
  private static Kubectl kubectl;

  @BeforeAll
  static void start(@TempDir Path directory) throws IOException {
    server = RunningServer.alone(directory);
    kubectl = Kubectl.on(server.kubeconfig(), directory).inNew("create");
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          create namespace other | namespace/other created
          create configmap a --from-literal=x=1 | configmap/a created
          create secret generic s --from-literal=p=q | secret/s created
          create secret docker-registry d --docker-username=u --docker-password=p | secret/d created
          create serviceaccount robot | serviceaccount/robot created
          create deployment web --image=nginx --replicas=2 | deployment.apps/web created
          create service clusterip web --tcp=80:8080 | service/web created
          create job once --image=busybox | job.batch/once created
          create cronjob often --image=busybox --schedule=@hourly | cronjob.batch/often created
          create quota q --hard=pods=300 | resourcequota/q created
          create poddisruptionbudget b --selector=app=web --min-available=1 | poddisruptionbudget.policy/b created
          create priorityclass high --value=10 | priorityclass.scheduling.k8s.io/high created
          create ingress i --rule=host/path=web:80 | ingress.networking.k8s.io/i created
          create role reader --verb=get,list --resource=pods | role.rbac.authorization.k8s.io/reader created
          create rolebinding readers --role=reader --user=alice | rolebinding.rbac.authorization.k8s.io/readers created
          create clusterrole viewer --verb=get --resource=nodes | clusterrole.rbac.authorization.k8s.io/viewer created
          create clusterrolebinding viewers --clusterrole=viewer --group=ops | clusterrolebinding.rbac.authorization.k8s.io/viewers created
          run p --image=nginx | pod/p created
          """)
  void creates(String command, String answer) {
    assertThat(kubectl.run(command.split(" ")).ok()).isEqualTo(answer);
  }

  @Test
  void whatExistsCannotBeCreatedAgain() {
    kubectl.run("create", "configmap", "twice").ok();
    assertThat(kubectl.run("create", "configmap", "twice").refused())
        .isEqualTo("error: failed to create configmap: configmaps \"twice\" already exists");
  }

  @Test
  void aServerSideDryRunChecksButDoesNotStore() {
    assertThat(kubectl.run("create", "configmap", "dry", "--dry-run=server").ok())
        .isEqualTo("configmap/dry created (server dry run)");
    assertThat(kubectl.run("get", "configmap", "dry").refused())
        .isEqualTo("Error from server (NotFound): configmaps \"dry\" not found");
  }

  @Test
  void aServerSideDryRunShowsDefaults() {
    assertThat(
            kubectl
                .run(
                    "run",
                    "dry",
                    "--image=nginx",
                    "--dry-run=server",
                    "-o",
                    "jsonpath={.spec.dnsPolicy} {.spec.containers[0].imagePullPolicy}")
                .ok())
        .isEqualTo("ClusterFirst Always");
  }

  @Test
  void anInvalidObjectIsRefusedWithItsField() {
    assertThat(
            kubectl
                .piped(
                    """
                    apiVersion: v1
                    kind: Pod
                    metadata: {name: bad}
                    spec:
                      securityContext: {runAsUser: -1}
                      containers: [{name: c, image: i}]
                    """,
                    "create",
                    "-f",
                    "-")
                .refused())
        .isEqualTo(
            "The Pod \"bad\" is invalid: spec.securityContext.runAsUser: Invalid value: -1:"
                + " must be between 0 and 2147483647, inclusive");
  }

  @Test
  void anUnknownFieldIsRefused() {
    assertThat(
            kubectl
                .piped(
                    """
                    {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "u"}, "dta": {}}
                    """,
                    "create",
                    "-f",
                    "-")
                .refused())
        .isEqualTo(
            "Error from server (BadRequest): error when creating \"STDIN\": ConfigMap in version"
                + " \"v1\" cannot be handled as a ConfigMap: strict decoding error: unknown field"
                + " \"dta\"");
  }

  @Test
  void generatesNames() {
    Stream<String> names =
        Stream.generate(
                () ->
                    kubectl
                        .piped(
                            "apiVersion: v1\nkind: ConfigMap\nmetadata: {generateName: many-}",
                            "create",
                            "-o",
                            "name",
                            "-f",
                            "-")
                        .ok())
            .limit(2);
    assertThat(names)
        .doesNotHaveDuplicates()
        .allMatch(name -> name.matches("configmap/many-[a-z0-9]{5}"));
  }
}
