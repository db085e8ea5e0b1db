package dev.muster.apiserver.kubectl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.apiserver.running.MostlyWaits;
import dev.muster.apiserver.running.RunningServer;
import dev.muster.testing.kubectl.Kubectl;
import dev.muster.testing.kubectl.Run;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Priority and fairness as an administrator sees and sets it. */
@MostlyWaits
class KubectlFlowControlTest {
  private static RunningServer server;
  private static Kubectl admin;

  @BeforeAll
  static void start(@TempDir Path directory) throws IOException {
    server = RunningServer.withControllers(directory);
    admin = Kubectl.on(server.kubeconfig(), directory);
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static String columns(String table) {
    return table.replaceAll(" +", " ").replaceAll(" [0-9]+[smh](?= |\n|$)", " AGE") + "\n";
  }

  @Test
  void theServersOwnFlowsAreShown() {
    assertThat(columns(admin.run("get", "flowschemas").ok()))
        .isEqualTo(
            """
            NAME PRIORITYLEVEL MATCHINGPRECEDENCE DISTINGUISHERMETHOD AGE MISSINGPL
            exempt exempt 1 <none> AGE False
            probes exempt 2 <none> AGE False
            system-leader-election leader-election 100 ByUser AGE False
            system-node-high node-high 400 ByUser AGE False
            system-nodes system 500 ByUser AGE False
            kube-controller-manager workload-high 800 ByNamespace AGE False
            kube-scheduler workload-high 800 ByNamespace AGE False
            kube-system-service-accounts workload-high 900 ByNamespace AGE False
            service-accounts workload-low 9000 ByUser AGE False
            global-default global-default 9900 ByUser AGE False
            catch-all catch-all 10000 ByUser AGE False
            """);
    assertThat(columns(admin.run("get", "prioritylevelconfigurations").ok()))
        .isEqualTo(
            """
            NAME TYPE NOMINALCONCURRENCYSHARES QUEUES HANDSIZE QUEUELENGTHLIMIT AGE
            catch-all Limited 5 <none> <none> <none> AGE
            exempt Exempt <none> <none> <none> <none> AGE
            global-default Limited 20 128 6 50 AGE
            leader-election Limited 10 16 4 50 AGE
            node-high Limited 40 64 6 50 AGE
            system Limited 30 64 6 50 AGE
            workload-high Limited 40 128 6 50 AGE
            workload-low Limited 100 128 6 50 AGE
            """);
  }

  @Test
  void aSchemaOfOnesOwnIsTakenWithoutAWarning() {
    Run made =
        admin.piped(
            """
            apiVersion: flowcontrol.apiserver.k8s.io/v1
            kind: PriorityLevelConfiguration
            metadata: {name: batch}
            spec: {type: Limited, limited: {nominalConcurrencyShares: 5, limitResponse: {type: Reject}}}
            ---
            apiVersion: flowcontrol.apiserver.k8s.io/v1
            kind: FlowSchema
            metadata: {name: batch}
            spec:
              priorityLevelConfiguration: {name: batch}
              matchingPrecedence: 1000
              rules:
              - subjects: [{kind: ServiceAccount, serviceAccount: {namespace: batch, name: "*"}}]
                resourceRules: [{verbs: ["*"], apiGroups: ["*"], resources: ["*"], namespaces: ["*"], clusterScope: true}]
            """,
            "create",
            "-f",
            "-");
    assertThat(made.ok())
        .isEqualTo(
            """
            prioritylevelconfiguration.flowcontrol.apiserver.k8s.io/batch created
            flowschema.flowcontrol.apiserver.k8s.io/batch created""");
    assertThat(made.err()).as("warnings").isEmpty();
    assertThat(
            admin.run("get", "--raw", "/debug/api_priority_and_fairness/dump_priority_levels").ok())
        .contains("batch,");
    assertThat(admin.run("delete", "prioritylevelconfiguration", "batch").ok()).contains("deleted");
    assertThat(columns(admin.run("get", "flowschema", "batch").ok()))
        .endsWith("batch batch 1000 <none> AGE True\n");
  }
}
