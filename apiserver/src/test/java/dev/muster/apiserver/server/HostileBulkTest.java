package dev.muster.apiserver.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.apiserver.registry.ClusterView;
import dev.muster.apiserver.registry.StoredObject;
import dev.muster.apiserver.registry.StoredObjectCodec;
import dev.muster.apiserver.server.LiveServer.Answer;
import dev.muster.authz.Attributes;
import dev.muster.authz.User;
import dev.muster.kinds.KubernetesKinds;
import dev.muster.model.scheme.Kinds;
import dev.muster.store.EmbeddedStore;
import dev.muster.store.Store;
import dev.muster.store.StoreOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * More objects created and deleted at once than any watch may fall behind: what follows the store
 * answers right before, meanwhile and after.
 */
@Timeout(120)
class HostileBulkTest {
  /** How far a watch may fall behind here; that a server's own bound holds, the last test shows. */
  private static final int LAG = 1_000;

  /** Half as many again. */
  private static final int MANY = LAG + LAG / 2;

  private static final String LAST = "-" + (MANY - 1);

  private static final String RBAC = "'apiVersion':'rbac.authorization.k8s.io/v1'";
  private static final String READS_MAPS =
      ",'rules':[{'verbs':['list'],'apiGroups':[''],'resources':['configmaps']}]";
  private static final String NODE = "system:node:n1";

  private final Kinds kinds = KubernetesKinds.kinds();
  private final Store<StoredObject> store =
      EmbeddedStore.inMemory(StoreOptions.defaults().withWatchLagLimit(LAG));
  private final StoredBulk bulk = new StoredBulk(store, kinds);

  @AfterEach
  void close() {
    store.close();
  }

  private static String subject(String user) {
    return ",'subjects':[{'kind':'User','apiGroup':'rbac.authorization.k8s.io','name':'%s'}]"
        .formatted(user);
  }

  private static String ref(String kind, String name) {
    return ",'roleRef':{'apiGroup':'rbac.authorization.k8s.io','kind':'%s','name':'%s'}"
        .formatted(kind, name);
  }

  private static String rules(String resource) {
    return ",'rules':[{'verbs':['get'],'apiGroups':[''],'resources':['%s']}]".formatted(resource);
  }

  private static boolean may(RbacMirror rbac, String user, String resource) {
    return rbac.authorize(
            Attributes.resource(User.of(user), "get", "", "v1", resource, "", "ns", "x"))
        .allowed();
  }

  @Test
  void rolesAndBindings() throws Exception {
    bulk.put("clusterroles/", type("ClusterRole"), "", "keep", rules("pods"));
    bulk.put(
        "clusterrolebindings/",
        type("ClusterRoleBinding"),
        "",
        "keep",
        subject("keeper") + ref("ClusterRole", "keep"));
    RbacMirror rbac = new RbacMirror(store);
    AtomicBoolean over = new AtomicBoolean();
    FutureTask<Integer> refusals =
        new FutureTask<>(
            () -> {
              int refused = 0;
              while (!over.get()) {
                refused += may(rbac, "keeper", "pods") && !may(rbac, "nobody", "pods") ? 0 : 1;
              }
              return refused;
            });
    Thread.ofPlatform().start(refusals);

    bulk.putAll(MANY, "roles/", type("Role"), "ns", i -> rules("secrets"));
    bulk.putAll(
        MANY,
        "rolebindings/",
        type("RoleBinding"),
        "ns",
        i -> subject("user-" + i) + ref("Role", "o-" + i % MANY));
    bulk.putAll(MANY, "clusterroles/", type("ClusterRole"), "", i -> rules("nodes"));
    bulk.putAll(
        MANY,
        "clusterrolebindings/",
        type("ClusterRoleBinding"),
        "",
        i -> subject("user-" + i) + ref("ClusterRole", "o-" + i));
    for (String user : List.of("user-0", "user" + LAST)) {
      assertThat(may(rbac, user, "secrets")).isTrue();
      assertThat(may(rbac, user, "nodes")).isTrue();
      assertThat(may(rbac, user, "pods")).isFalse();
      assertThat(rbac.rulesFor(User.of(user), "ns").resourceRules()).hasSize(2);
    }

    bulk.deleteAll("rolebindings/");
    assertThat(may(rbac, "user" + LAST, "secrets")).isFalse();
    assertThat(may(rbac, "user" + LAST, "nodes")).isTrue();
    bulk.deleteAll("clusterroles/");
    assertThat(may(rbac, "user" + LAST, "nodes")).isFalse();
    bulk.deleteAll("clusterrolebindings/");
    bulk.deleteAll("roles/");
    assertThat(rbac.index().snapshot().size()).isEqualTo(2);
    over.set(true);
    assertThat(refusals.get()).as("wrong answers meanwhile").isZero();
  }

  private static String type(String kind) {
    return "'kind':'" + kind + "'," + RBAC;
  }

  @Test
  void podsVolumesAttachmentsAndSlices() {
    NodeMirror nodes = new NodeMirror(store, kinds);
    bulk.putAll(
        MANY,
        "pods/",
        "'kind':'Pod','apiVersion':'v1'",
        "ns",
        i ->
            ",'spec':{'nodeName':'n1','volumes':[{'name':'v','secret':{'secretName':'s-%d'}},{'name':'c','persistentVolumeClaim':{'claimName':'c-%d'}}]}"
                .formatted(i, i));
    bulk.putAll(
        MANY,
        "persistentvolumes/",
        "'kind':'PersistentVolume','apiVersion':'v1'",
        "",
        i -> ",'spec':{'claimRef':{'namespace':'ns','name':'c-%d'}}".formatted(i));
    bulk.putAll(
        MANY,
        "resourceslices/",
        "'kind':'ResourceSlice','apiVersion':'resource.k8s.io/v1'",
        "",
        i -> ",'spec':{'nodeName':'n1'}");
    bulk.putAll(
        MANY,
        "volumeattachments/",
        "'kind':'VolumeAttachment','apiVersion':'storage.k8s.io/v1'",
        "",
        i -> ",'spec':{'nodeName':'n1'}");
    assertThat(reads(nodes, "", "secrets", "ns", "s" + LAST)).isTrue();
    assertThat(reads(nodes, "", "persistentvolumes", "", "o" + LAST)).isTrue();
    assertThat(reads(nodes, "storage.k8s.io", "volumeattachments", "", "o" + LAST)).isTrue();
    assertThat(reads(nodes, "resource.k8s.io", "resourceslices", "", "o" + LAST)).isTrue();
    assertThat(reads(nodes, "", "secrets", "ns", "other")).isFalse();

    bulk.deleteAll("resourceslices/");
    assertThat(reads(nodes, "resource.k8s.io", "resourceslices", "", "o" + LAST)).isFalse();
    bulk.deleteAll("volumeattachments/");
    assertThat(reads(nodes, "storage.k8s.io", "volumeattachments", "", "o" + LAST)).isFalse();
    assertThat(reads(nodes, "", "persistentvolumes", "", "o" + LAST)).isTrue();
    bulk.deleteAll("pods/");
    assertThat(reads(nodes, "", "secrets", "ns", "s" + LAST)).isFalse();
    assertThat(reads(nodes, "", "persistentvolumes", "", "o" + LAST)).isFalse();
  }

  private static boolean reads(
      NodeMirror nodes, String group, String resource, String namespace, String name) {
    return nodes
        .authorize(
            Attributes.resource(
                User.of(NODE, "system:nodes"), "get", group, "v1", resource, "", namespace, name))
        .allowed();
  }

  /** A version that is another after each change is all that is kept of each of these. */
  @ParameterizedTest
  @CsvSource({
    "validatingadmissionpolicies, ValidatingAdmissionPolicy, admissionregistration.k8s.io/v1",
    "validatingadmissionpolicybindings, ValidatingAdmissionPolicyBinding, admissionregistration.k8s.io/v1",
    "validatingwebhookconfigurations, ValidatingWebhookConfiguration, admissionregistration.k8s.io/v1",
    "mutatingwebhookconfigurations, MutatingWebhookConfiguration, admissionregistration.k8s.io/v1",
    "podsecuritypolicies, PodSecurityPolicy, policy/v1beta1"
  })
  void whatAdmissionKeepsUntilItChanges(String prefix, String kind, String api) {
    ClusterView cluster = new ClusterView(store, kinds);
    Set<Long> versions = new LinkedHashSet<>();
    versions.add(cluster.version(api, kind));
    bulk.putAll(
        MANY, prefix + "/", "'kind':'%s','apiVersion':'%s'".formatted(kind, api), "", i -> "");
    versions.add(cluster.version(api, kind));
    long elsewhere = cluster.version("v1", "ConfigMap");
    bulk.deleteAll(prefix + "/");
    versions.add(cluster.version(api, kind));
    assertThat(versions).hasSize(3);
    assertThat(cluster.version("v1", "ConfigMap")).isEqualTo(elsewhere);
  }

  @Test
  void oneSubjectBoundToRolesWithoutEnd() {
    RbacMirror rbac = new RbacMirror(store);
    bulk.putAll(MANY, "roles/", type("Role"), "ns", i -> rules(i == MANY - 1 ? "pods" : "r" + i));
    bulk.putAll(
        MANY,
        "rolebindings/",
        type("RoleBinding"),
        "ns",
        i -> subject("u") + ref("Role", "o-" + i));
    assertThat(may(rbac, "u", "r0")).isTrue();
    assertThat(may(rbac, "u", "pods")).isTrue();
    assertThat(may(rbac, "u", "secrets")).isFalse();
    bulk.deleteAll("rolebindings/");
    assertThat(may(rbac, "u", "pods")).isFalse();
  }

  @Test
  void aServerWhoseRoleBindingsAreDeletedAtOnce(@TempDir Path directory) throws Exception {
    int bindings = 10_050;
    Path data = Files.createDirectories(directory.resolve("data"));
    try (Store<StoredObject> stored = EmbeddedStore.open(data, new StoredObjectCodec(kinds))) {
      StoredBulk all = new StoredBulk(stored, kinds);
      all.put("clusterroles/", type("ClusterRole"), "", "reader", READS_MAPS);
      all.putAll(
          bindings,
          "rolebindings/",
          type("RoleBinding"),
          "default",
          i -> subject("alice") + ref("ClusterRole", "reader"));
    }
    String path = "/apis/rbac.authorization.k8s.io/v1/namespaces/default/rolebindings";
    String maps = "/api/v1/namespaces/default/configmaps";
    try (LiveServer server = LiveServer.start(directory)) {
      assertThat(server.get(LiveServer.ALICE, maps).code()).isEqualTo(200);
      String version = server.get(LiveServer.ADMIN, path).text("/metadata/resourceVersion");
      assertThat(server.delete(LiveServer.ADMIN, path).code()).isEqualTo(200);
      assertThat(server.get(LiveServer.ADMIN, path).at("/items")).isEmpty();
      assertThat(server.get(LiveServer.ALICE, maps).code()).isEqualTo(403);
      server.create(
          path,
          "{%s,'metadata':{'name':'again'}%s%s}"
              .formatted(type("RoleBinding"), subject("alice"), ref("ClusterRole", "reader")));
      assertThat(server.get(LiveServer.ALICE, maps).code()).isEqualTo(200);
      Answer review =
          server.post(
              LiveServer.ALICE,
              "/apis/authorization.k8s.io/v1/selfsubjectrulesreviews",
              "{'kind':'SelfSubjectRulesReview','apiVersion':'authorization.k8s.io/v1','spec':{'namespace':'default'}}");
      assertThat(review.at("/status/resourceRules").toString()).containsOnlyOnce("configmaps");
      int deleted = 0;
      try (Stream<String> events =
          server.lines(LiveServer.ADMIN, path + "?watch=1&resourceVersion=" + version)) {
        for (String event : (Iterable<String>) events::iterator) {
          if (event.contains("\"ADDED\"")) {
            break;
          }
          deleted += event.contains("\"DELETED\"") ? 1 : 0;
        }
      }
      assertThat(deleted).as("deletions that a watcher saw").isEqualTo(bindings);
    }
  }
}
