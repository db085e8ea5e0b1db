package dev.muster.apiserver.flow.config;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.apiserver.request.Query;
import dev.muster.apiserver.request.RequestInfo;
import dev.muster.authz.User;
import dev.muster.kinds.flowcontrol.BuiltInFlows;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;

class SchemasInForceTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final PriorityLevels levels = new PriorityLevels(600, System::nanoTime);
  private final List<ObjectNode> schemas = new ArrayList<>(BuiltInFlows.of("FlowSchema"));

  private SchemasInForce inForce() {
    return SchemasInForce.of(
        BuiltInFlows.of("PriorityLevelConfiguration"), schemas, levels, FlowObserver.NONE);
  }

  private void add(String name, int precedence, String level, String rules) throws Exception {
    schemas.add(
        (ObjectNode)
            JSON.readTree(
                """
                {"kind":"FlowSchema","metadata":{"name":"%s"},
                 "spec":{"matchingPrecedence":%d,"priorityLevelConfiguration":{"name":"%s"},
                         "distinguisherMethod":{"type":"ByUser"},"rules":%s}}
                """
                    .formatted(name, precedence, level, rules.replace('\'', '"'))));
  }

  private static User user(String text) {
    String[] parts = text.split("\\+");
    List<String> groups = new ArrayList<>(List.of(parts).subList(1, parts.length));
    groups.add(
        parts[0].equals("system:anonymous") ? "system:unauthenticated" : "system:authenticated");
    if (parts[0].startsWith("system:serviceaccount:")) {
      groups.add("system:serviceaccounts");
      groups.add("system:serviceaccounts:" + parts[0].split(":")[2]);
    }
    return new User(parts[0], "", groups, Map.of());
  }

  private void rows(String table) {
    SchemasInForce all = inForce();
    SoftAssertions softly = new SoftAssertions();
    for (String row : table.lines().toList()) {
      String[] cells = row.split(" *\\| *");
      RequestInfo info = RequestInfo.of(cells[1], cells[2], Query.parse(""));
      softly.assertThat(all.match(user(cells[0]), info).name()).as(row).isEqualTo(cells[3]);
    }
    softly.assertAll();
  }

  @Test
  void kubernetesOwnSchemasTakeWhatTheyTakeThere() {
    rows(
        """
        root+system:masters                           | GET  | /api/v1/pods                                              | exempt
        root+system:masters                           | GET  | /metrics                                                  | exempt
        system:anonymous                              | GET  | /livez                                                    | probes
        system:anonymous                              | GET  | /livez/etcd                                               | probes
        system:anonymous                              | GET  | /livezx                                                   | global-default
        system:anonymous                              | POST | /livez                                                    | global-default
        system:anonymous                              | GET  | /metrics                                                  | global-default
        alice                                         | GET  | /readyz                                                   | probes
        alice                                         | GET  | /api/v1/namespaces/a/pods                                 | global-default
        system:kube-scheduler                         | PUT  | /apis/coordination.k8s.io/v1/namespaces/a/leases/b        | system-leader-election
        system:kube-scheduler                         | DELETE | /apis/coordination.k8s.io/v1/namespaces/a/leases/b      | kube-scheduler
        system:kube-controller-manager                | GET  | /api/v1/pods                                              | kube-controller-manager
        system:serviceaccount:kube-system:x           | GET  | /apis/coordination.k8s.io/v1/namespaces/a/leases/b        | system-leader-election
        system:serviceaccount:kube-system:x           | GET  | /api/v1/pods                                              | kube-system-service-accounts
        system:serviceaccount:kube-system-2:x         | GET  | /api/v1/pods                                              | service-accounts
        system:serviceaccount:default:x               | GET  | /api/v1/pods                                              | service-accounts
        system:node:n+system:nodes                    | PUT  | /api/v1/nodes/n/status                                    | system-node-high
        system:node:n+system:nodes                    | GET  | /api/v1/nodes/n                                           | system-node-high
        system:node:n+system:nodes                    | PUT  | /apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases/n | system-node-high
        system:node:n+system:nodes                    | GET  | /api/v1/namespaces/a/pods/p                               | system-nodes
        """);
  }

  @Test
  void theLowestPrecedenceThenTheNameDecides() throws Exception {
    String alice =
        "[{'subjects':[{'kind':'User','user':{'name':'alice'}}],'resourceRules':[{'verbs':['get','list'],"
            + "'apiGroups':[''],'resources':['pods','pods/log'],'namespaces':['a']}]}]";
    add("b", 500, "workload-low", alice);
    add("a", 500, "workload-low", alice);
    add("c", 400, "missing", alice);
    rows(
        """
        alice | GET  | /api/v1/namespaces/a/pods       | a
        alice | GET  | /api/v1/namespaces/a/pods/x/log | a
        alice | GET  | /api/v1/namespaces/a/pods/x/status | global-default
        alice | GET  | /api/v1/namespaces/b/pods       | global-default
        alice | GET  | /api/v1/pods                    | global-default
        alice | POST | /api/v1/namespaces/a/pods       | global-default
        bob   | GET  | /api/v1/namespaces/a/pods       | global-default
        """);
  }

  @Test
  void everybodyIsAStarAndWhatIsBelowAPathBelongsToIt() throws Exception {
    add(
        "everybody",
        300,
        "workload-low",
        "[{'subjects':[{'kind':'Group','group':{'name':'*'}}],'nonResourceRules':[{'verbs':['*'],"
            + "'nonResourceURLs':['/logs/*','/version']}]}]");
    add(
        "robot",
        200,
        "workload-low",
        "[{'subjects':[{'kind':'ServiceAccount','serviceAccount':{'namespace':'a','name':'robot'}}],"
            + "'resourceRules':[{'verbs':['*'],'apiGroups':['*'],'resources':['*'],'clusterScope':true}]}]");
    rows(
        """
        alice                         | GET | /version          | everybody
        alice                         | GET | /version/x        | everybody
        alice                         | GET | /logs/x           | everybody
        alice                         | GET | /logs             | global-default
        system:serviceaccount:a:robot | GET | /api/v1/nodes     | robot
        system:serviceaccount:a:robot | GET | /api/v1/namespaces/a/pods | service-accounts
        system:serviceaccount:a:other | GET | /api/v1/nodes     | service-accounts
        """);
  }

  @Test
  void whatEveryServerHasIsThereEvenIfNothingIsStored() {
    SchemasInForce none = SchemasInForce.of(List.of(), List.of(), levels, FlowObserver.NONE);
    RequestInfo info = RequestInfo.of("GET", "/api/v1/pods", Query.parse(""));
    assertThat(none.match(User.of("root", User.MASTERS), info).name()).isEqualTo("exempt");
    assertThat(none.match(User.of("alice"), info).name()).isEqualTo("catch-all");
    assertThat(none.match(User.of("alice"), info).level().nominal()).isEqualTo(600);
  }

  @Test
  void thousandsOfRulesOfThousandsOfSchemasAreNotGoneThroughOneByOne() throws Exception {
    for (int i = 0; i < 5_000; i++) {
      add(
          "schema" + i,
          100 + i,
          "workload-low",
          "[{'subjects':[{'kind':'User','user':{'name':'user%d'}}],'resourceRules':[{'verbs':['*'],"
                  .formatted(i)
              + "'apiGroups':['*'],'resources':['*'],'namespaces':['*']}]}]");
    }
    rows(
        """
        user4999 | GET | /api/v1/namespaces/a/pods | schema4999
        user0    | GET | /api/v1/namespaces/a/pods | schema0
        alice    | GET | /api/v1/namespaces/a/pods | global-default
        """);
  }

  @Test
  void flowsAreToldApartAndNotKeptWithoutEnd() {
    SchemaInForce schema =
        inForce().match(user("alice"), RequestInfo.of("GET", "/api/v1/pods", Query.parse("")));
    RequestInfo info = RequestInfo.of("GET", "/api/v1/pods", Query.parse(""));
    assertThat(schema.flow(user("alice"), info).hand())
        .isEqualTo(schema.flow(user("alice"), info).hand())
        .isNotEqualTo(schema.flow(user("bob"), info).hand());
    for (int i = 0; i < 20_000; i++) {
      assertThat(schema.flow(user("user" + i), info).distinguisher()).isEqualTo("user" + i);
    }
    assertThat(schema.remembered()).isLessThanOrEqualTo(4_096);
  }
}
