package dev.muster.authz.node;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.muster.authz.Attributes;
import dev.muster.authz.Decision;
import dev.muster.authz.SelectorRequirement;
import dev.muster.authz.User;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NodeAuthorizerTest {
  private static final JsonMapper JSON =
      JsonMapper.builder().enable(JsonReadFeature.ALLOW_SINGLE_QUOTES).build();
  private static final String NO_RELATION =
      "no relationship found between node 'node1' and this object";

  private final NodeGraph graph = new NodeGraph();
  private final NodeAuthorizer authorizer = new NodeAuthorizer(graph);

  @BeforeEach
  void pods() {
    graph.putPod(
        json(
            """
            {'metadata': {'namespace': 'ns', 'name': 'mine'},
             'status': {'resourceClaimStatuses': [{'name': 'made', 'resourceClaimName': 'd-made'},
                {'name': 'stray', 'resourceClaimName': 'd-stray'}, {'name': 'named', 'resourceClaimName': 'd-said'}],
              'extendedResourceClaimStatus': {'resourceClaimName': 'd-extended'}},
             'spec': {'nodeName': 'node1', 'serviceAccountName': 'robot',
              'resourceClaims': [{'name': 'named', 'resourceClaimName': 'd-named'},
                {'name': 'made', 'resourceClaimTemplateName': 't'}, {'name': 'yet', 'resourceClaimTemplateName': 't'}],
              'imagePullSecrets': [{'name': 'pull'}],
              'initContainers': [{'env': [{'valueFrom': {'secretKeyRef': {'name': 's-init'}}}]}],
              'containers': [{'envFrom': [{'secretRef': {'name': 's-from'}}, {'configMapRef': {'name': 'c-from'}}],
                              'env': [{'valueFrom': {'configMapKeyRef': {'name': 'c-env'}}}]}],
              'volumes': [{'secret': {'secretName': 's-vol'}}, {'configMap': {'name': 'c-vol'}},
                {'projected': {'sources': [{'secret': {'name': 's-proj'}}, {'configMap': {'name': 'c-proj'}}]}},
                {'persistentVolumeClaim': {'claimName': 'claim'}},
                {'name': 'scratch', 'ephemeral': {}},
                {'csi': {'nodePublishSecretRef': {'name': 's-csi'}}}]}}
            """));
    graph.putPod(
        json(
            """
            {'metadata': {'namespace': 'ns', 'name': 'other'},
             'spec': {'nodeName': 'node2', 'serviceAccountName': 'other-robot',
              'volumes': [{'secret': {'secretName': 's-other'}}]}}
            """));
    graph.putPod(
        json(
            """
            {'metadata': {'namespace': 'ns', 'name': 'mirror', 'annotations': {'kubernetes.io/config.mirror': ''}},
             'spec': {'nodeName': 'node1', 'volumes': [{'secret': {'secretName': 's-mirror'}}]}}
            """));
    graph.putPod(
        json(
            """
            {'metadata': {'namespace': 'ns', 'name': 'pending'},
             'spec': {'volumes': [{'secret': {'secretName': 's-pending'}}]}}
            """));
    graph.putVolume(
        json(
            """
            {'metadata': {'name': 'pv'},
             'spec': {'claimRef': {'namespace': 'ns', 'name': 'claim'},
              'csi': {'nodeStageSecretRef': {'namespace': 'storage', 'name': 's-stage'},
                      'controllerPublishSecretRef': {'namespace': 'storage', 'name': 's-controller'}}}}
            """));
    graph.putAttachment(json("{'metadata': {'name': 'va'}, 'spec': {'nodeName': 'node1'}}"));
    graph.putSlice(json("{'metadata': {'name': 'own'}, 'spec': {'nodeName': 'node1'}}"));
    graph.putSlice(json("{'metadata': {'name': 'others'}, 'spec': {'nodeName': 'node2'}}"));
    graph.putSlice(json("{'metadata': {'name': 'everywhere'}, 'spec': {'allNodes': true}}"));
  }

  /** verb resource[/sub][.group] namespace/name -> what node1 is told; empty is allowed. */
  @ParameterizedTest(name = "{0} {1} {2}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "get    | secrets                 | ns/s-vol        | ~~",
        "get    | secrets                 | ns/s-proj       | ~~",
        "get    | secrets                 | ns/s-init       | ~~",
        "get    | secrets                 | ns/s-from       | ~~",
        "get    | secrets                 | ns/s-csi        | ~~",
        "get    | secrets                 | ns/pull         | ~~",
        "list   | secrets                 | ns/s-vol        | ~~",
        "watch  | secrets                 | ns/s-vol        | ~~",
        "get    | secrets                 | storage/s-stage | ~~",
        "get    | secrets                 | storage/s-controller | no relationship found between node 'node1' and this object",
        "get    | secrets                 | ns/s-other      | no relationship found between node 'node1' and this object",
        "get    | secrets                 | ns/s-pending    | no relationship found between node 'node1' and this object",
        "get    | secrets                 | ns/s-mirror     | no relationship found between node 'node1' and this object",
        "get    | secrets                 | other/s-vol     | no relationship found between node 'node1' and this object",
        "list   | secrets                 | ns/             | No Object name found",
        "list   | secrets                 | /               | can only read namespaced object of this type",
        "update | secrets                 | ns/s-vol        | can only read resources of this type",
        "get    | secrets/x               | ns/s-vol        | cannot read subresource",
        "get    | configmaps              | ns/c-vol        | ~~",
        "get    | configmaps              | ns/c-proj       | ~~",
        "get    | configmaps              | ns/c-env        | ~~",
        "get    | configmaps              | ns/c-from       | ~~",
        "get    | configmaps              | ns/s-vol        | no relationship found between node 'node1' and this object",
        "get    | persistentvolumeclaims  | ns/claim        | ~~",
        "get    | persistentvolumeclaims  | ns/mine-scratch | ~~",
        "list   | persistentvolumeclaims  | ns/claim        | can only get individual resources of this type",
        "patch  | persistentvolumeclaims/status | ns/claim  | ~~",
        "get    | persistentvolumeclaims/status | ns/claim  | can only get/update/patch this type",
        "get    | persistentvolumes       | /pv             | ~~",
        "get    | persistentvolumes       | /pv2            | no relationship found between node 'node1' and this object",
        "get    | volumeattachments.storage.k8s.io | /va    | ~~",
        "get    | resourceclaims.resource.k8s.io | ns/d-named    | ~~",
        "get    | resourceclaims.resource.k8s.io | ns/d-made     | ~~",
        "get    | resourceclaims.resource.k8s.io | ns/d-extended | ~~",
        "get    | resourceclaims.resource.k8s.io | ns/d-stray    | no relationship found between node 'node1' and this object",
        "get    | resourceclaims.resource.k8s.io | ns/d-said     | no relationship found between node 'node1' and this object",
        "get    | resourceslices.resource.k8s.io | /own          | ~~",
        "patch  | resourceslices.resource.k8s.io | /own          | ~~",
        "delete | resourceslices.resource.k8s.io | /own          | ~~",
        "get    | resourceslices.resource.k8s.io | /others       | no relationship found between node 'node1' and this object",
        "update | resourceslices.resource.k8s.io | /others       | no relationship found between node 'node1' and this object",
        "patch  | resourceslices.resource.k8s.io | /everywhere   | no relationship found between node 'node1' and this object",
        "delete | resourceslices.resource.k8s.io | /unknown      | no relationship found between node 'node1' and this object",
        "create | resourceslices.resource.k8s.io | /             | ~~",
        "list   | resourceslices.resource.k8s.io | /             | can only list/watch/deletecollection resourceslices with nodeName field selector",
        "deletecollection | resourceslices.resource.k8s.io | /   | can only list/watch/deletecollection resourceslices with nodeName field selector",
        "bind   | resourceslices.resource.k8s.io | /own          | only the following verbs are allowed for a ResourceSlice: get, watch, list, create, update, patch, delete, deletecollection",
        "get    | resourceslices/status.resource.k8s.io | /own   | cannot authorize ResourceSlice subresources",
        "create | serviceaccounts/token   | ns/robot        | ~~",
        "create | serviceaccounts/token   | ns/other-robot  | no relationship found between node 'node1' and this object",
        "create | serviceaccounts/token   | ns/             | can only create tokens for individual service accounts",
        "create | serviceaccounts         | ns/robot        | can only create token subresource of serviceaccount",
        "get    | serviceaccounts         | ns/robot        | ~~",
        "get    | serviceaccounts         | ns/other-robot  | no relationship found between node 'node1' and this object",
        "update | leases.coordination.k8s.io | kube-node-lease/node1 | ~~",
        "create | leases.coordination.k8s.io | kube-node-lease/      | ~~",
        "get    | leases.coordination.k8s.io | kube-node-lease/node2 | can only access node lease with the same name as the requesting node",
        "get    | leases.coordination.k8s.io | ns/node1              | can only access leases in the \"kube-node-lease\" system namespace",
        "list   | leases.coordination.k8s.io | kube-node-lease/      | can only get, create, update, patch, or delete a node lease",
        "get    | csinodes.storage.k8s.io | /node1          | ~~",
        "get    | csinodes.storage.k8s.io | /node2          | can only access CSINode with the same name as the requesting node",
        "list   | csinodes.storage.k8s.io | /               | can only get, create, update, patch, or delete a CSINode",
        "get    | nodes                   | /node1          | ~~",
        "get    | nodes                   | /node2          | node 'node1' cannot read 'node2', only its own Node object",
        "list   | nodes                   | /               | node 'node1' cannot read all nodes, only its own Node object",
        "patch  | nodes/status            | /node1          | ~~",
        "create | nodes                   | /               | ~~",
        "delete | nodes                   | /node1          | refused",
        "get    | pods                    | ns/mine         | ~~",
        "get    | pods                    | ns/mirror       | ~~",
        "get    | pods                    | ns/other        | no relationship found between node 'node1' and this object",
        "list   | pods                    | /               | can only list/watch pods with spec.nodeName field selector",
        "watch  | pods                    | ns/mine         | ~~",
        "create | pods                    | ns/             | ~~",
        "update | pods                    | ns/mine         | refused",
        "patch  | pods/status             | ns/other        | ~~",
        "create | pods/eviction           | ns/mine         | ~~",
        "create | pods/exec               | ns/mine         | refused",
        "create | events                  | ns/             | ~~",
        "delete | events                  | ns/e            | refused",
        "list   | services                | /               | ~~",
        "create | subjectaccessreviews.authorization.k8s.io | / | ~~",
        "list   | runtimeclasses.node.k8s.io | /            | ~~",
        "list   | deployments.apps        | /               | refused"
      })
  void decisions(String verb, String resource, String object, String expected) {
    Decision decision = authorizer.authorize(request("system:node:node1", verb, resource, object));
    if (expected.isEmpty()) {
      assertThat(decision.allowed()).as(decision.reason()).isTrue();
    } else {
      assertThat(decision).isInstanceOf(Decision.NoOpinion.class);
      assertThat(decision.reason()).isEqualTo(expected.equals("refused") ? "" : expected);
    }
  }

  @Test
  void podsOfItsOwnMayBeListed() {
    Attributes base = request("system:node:node1", "watch", "pods", "/");
    assertThat(authorizer.authorize(selecting(base, "node1")).allowed()).isTrue();
    assertThat(authorizer.authorize(selecting(base, "node2")).reason())
        .isEqualTo("can only list/watch pods with spec.nodeName field selector");
  }

  @Test
  void slicesOfItsOwnMayBeListedAndDeleted() {
    for (String verb : List.of("list", "watch", "deletecollection")) {
      Attributes base = request("system:node:node1", verb, "resourceslices.resource.k8s.io", "/");
      assertThat(authorizer.authorize(selecting(base, "node1")).allowed()).isTrue();
      assertThat(authorizer.authorize(selecting(base, "node2")).allowed()).isFalse();
    }
    graph.removeSlice("own");
    assertThat(
            authorizer
                .authorize(
                    request("system:node:node1", "get", "resourceslices.resource.k8s.io", "/own"))
                .reason())
        .isEqualTo(NO_RELATION);
  }

  @Test
  void whatIsForgottenIsNoLongerAllowed() {
    Attributes secret = request("system:node:node1", "get", "secrets", "ns/s-vol");
    Attributes staged = request("system:node:node1", "get", "secrets", "storage/s-stage");
    graph.putPod(
        json(
            """
            {'metadata': {'namespace': 'ns', 'name': 'second'},
             'spec': {'nodeName': 'node1', 'volumes': [{'secret': {'secretName': 's-vol'}}]}}
            """));
    graph.removePod("ns", "mine");
    assertThat(authorizer.authorize(secret).allowed()).as("second names it too").isTrue();
    assertThat(authorizer.authorize(staged).reason()).isEqualTo(NO_RELATION);
    graph.removePod("ns", "second");
    assertThat(authorizer.authorize(secret).reason()).isEqualTo(NO_RELATION);
    graph.removePod("ns", "second");
    graph.removeVolume("pv");
    graph.removeAttachment("va");
    assertThat(
            authorizer
                .authorize(
                    request("system:node:node1", "get", "volumeattachments.storage.k8s.io", "/va"))
                .reason())
        .isEqualTo(NO_RELATION);
  }

  @Test
  void whoIsNoNodeIsNotItsBusiness() {
    Attributes request = request("system:node:node1", "get", "secrets", "ns/s-vol");
    assertThat(authorizer.authorize(request.as(User.of("alice", "system:nodes"))))
        .isEqualTo(Decision.NoOpinion.SILENT);
    assertThat(authorizer.authorize(request.as(User.of("system:node:node1"))))
        .isEqualTo(Decision.NoOpinion.SILENT);
    assertThat(authorizer.authorize(request.as(User.of("system:node:", "system:nodes"))).reason())
        .isEqualTo("unknown node for user \"system:node:\"");
  }

  @Test
  void rulesOfANodeCannotBeListed() {
    assertThat(
            authorizer.rulesFor(User.of("system:node:n", "system:nodes"), "ns").evaluationError())
        .isEqualTo("node authorizer does not support user rule resolution");
    assertThat(authorizer.rulesFor(User.of("alice"), "ns").incomplete()).isFalse();
  }

  private static Attributes request(String user, String verb, String resource, String object) {
    String[] names = object.split("/", -1);
    int dot = resource.indexOf('.');
    String whole = dot < 0 ? resource : resource.substring(0, dot);
    String[] parts = whole.split("/", 2);
    return Attributes.resource(
        User.of(user, "system:nodes", "system:authenticated"),
        verb,
        dot < 0 ? "" : resource.substring(dot + 1),
        "v1",
        parts[0],
        parts.length > 1 ? parts[1] : "",
        names[0],
        names[1]);
  }

  private static Attributes selecting(Attributes base, String node) {
    return new Attributes(
        base.user(),
        base.verb(),
        true,
        base.apiGroup(),
        "v1",
        base.resource(),
        "",
        "",
        "",
        "",
        List.of(new SelectorRequirement("spec.nodeName", "In", List.of(node))),
        List.of());
  }

  private static JsonNode json(String text) {
    try {
      return JSON.readTree(text);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e);
    }
  }
}
