package dev.muster.apiserver.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.api.kinds.Kinds;
import dev.muster.apiserver.registry.ClusterView;
import dev.muster.apiserver.registry.StoredObject;
import dev.muster.apiserver.registry.StoredObjectCodec;
import dev.muster.apiserver.server.LiveServer.Answer;
import dev.muster.authz.Attributes;
import dev.muster.authz.User;
import dev.muster.store.EmbeddedStore;
import dev.muster.store.Store;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * More objects created and deleted at once than any watch may fall behind: what follows the store
 * answers right before, meanwhile and after.
 */
@Timeout(120)
class HostileBulkTest {
  private static final int MANY = 50_000;

  /** Already more than a watch may fall behind. */
  private static final int ENOUGH = 12_000;

  private static final String RBAC = "'apiVersion':'rbac.authorization.k8s.io/v1'";
  private static final String READS_MAPS =
      ",'rules':[{'verbs':['list'],'apiGroups':[''],'resources':['configmaps']}]";
  private static final String NODE = "system:node:n1";

  private final Kinds kinds = Kinds.kubernetes();
  private final Store<StoredObject> store = EmbeddedStore.inMemory();
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

    bulk.putAll(ENOUGH, "roles/", type("Role"), "ns", i -> rules("secrets"));
    bulk.putAll(
        MANY,
        "rolebindings/",
        type("RoleBinding"),
        "ns",
        i -> subject("user-" + i) + ref("Role", "o-" + i % ENOUGH));
    bulk.putAll(ENOUGH, "clusterroles/", type("ClusterRole"), "", i -> rules("nodes"));
    bulk.putAll(
        ENOUGH,
        "clusterrolebindings/",
        type("ClusterRoleBinding"),
        "",
        i -> subject("user-" + i) + ref("ClusterRole", "o-" + i));
    for (String user : List.of("user-0", "user-11999")) {
      assertThat(may(rbac, user, "secrets")).isTrue();
      assertThat(may(rbac, user, "nodes")).isTrue();
      assertThat(may(rbac, user, "pods")).isFalse();
      assertThat(rbac.rulesFor(User.of(user), "ns").resourceRules()).hasSize(2);
    }

    bulk.deleteAll("rolebindings/");
    assertThat(may(rbac, "user-49999", "secrets")).isFalse();
    assertThat(may(rbac, "user-11999", "nodes")).isTrue();
    bulk.deleteAll("clusterroles/");
    assertThat(may(rbac, "user-11999", "nodes")).isFalse();
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
  void podsVolumesAndAttachments() {
    NodeMirror nodes = new NodeMirror(store, kinds);
    bulk.putAll(
        ENOUGH,
        "pods/",
        "'kind':'Pod','apiVersion':'v1'",
        "ns",
        i ->
            ",'spec':{'nodeName':'n1','volumes':[{'name':'v','secret':{'secretName':'s-%d'}},{'name':'c','persistentVolumeClaim':{'claimName':'c-%d'}}]}"
                .formatted(i, i));
    bulk.putAll(
        ENOUGH,
        "persistentvolumes/",
        "'kind':'PersistentVolume','apiVersion':'v1'",
        "",
        i -> ",'spec':{'claimRef':{'namespace':'ns','name':'c-%d'}}".formatted(i));
    bulk.putAll(
        ENOUGH,
        "volumeattachments/",
        "'kind':'VolumeAttachment','apiVersion':'storage.k8s.io/v1'",
        "",
        i -> ",'spec':{'nodeName':'n1'}");
    assertThat(reads(nodes, "", "secrets", "ns", "s-11999")).isTrue();
    assertThat(reads(nodes, "", "persistentvolumes", "", "o-11999")).isTrue();
    assertThat(reads(nodes, "storage.k8s.io", "volumeattachments", "", "o-11999")).isTrue();
    assertThat(reads(nodes, "", "secrets", "ns", "other")).isFalse();

    bulk.deleteAll("volumeattachments/");
    assertThat(reads(nodes, "storage.k8s.io", "volumeattachments", "", "o-11999")).isFalse();
    assertThat(reads(nodes, "", "persistentvolumes", "", "o-11999")).isTrue();
    bulk.deleteAll("pods/");
    assertThat(reads(nodes, "", "secrets", "ns", "s-11999")).isFalse();
    assertThat(reads(nodes, "", "persistentvolumes", "", "o-11999")).isFalse();
  }

  private static boolean reads(
      NodeMirror nodes, String group, String resource, String namespace, String name) {
    return nodes
        .authorize(
            Attributes.resource(
                User.of(NODE, "system:nodes"), "get", group, "v1", resource, "", namespace, name))
        .allowed();
  }

  @Test
  void whatAdmissionKeepsUntilItChanges() {
    ClusterView cluster = new ClusterView(store, kinds);
    String api = "admissionregistration.k8s.io/v1";
    Set<Long> versions = new LinkedHashSet<>();
    versions.add(cluster.version(api, "ValidatingAdmissionPolicy"));
    bulk.putAll(
        ENOUGH,
        "validatingadmissionpolicies/",
        "'kind':'ValidatingAdmissionPolicy','apiVersion':'" + api + "'",
        "",
        i -> "");
    versions.add(cluster.version(api, "ValidatingAdmissionPolicy"));
    long elsewhere = cluster.version(api, "ValidatingAdmissionPolicyBinding");
    bulk.deleteAll("validatingadmissionpolicies/");
    versions.add(cluster.version(api, "ValidatingAdmissionPolicy"));
    assertThat(versions).hasSize(3);
    assertThat(cluster.version(api, "ValidatingAdmissionPolicyBinding")).isEqualTo(elsewhere);
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
      String events =
          server
              .get(LiveServer.ADMIN, path + "?watch=1&timeoutSeconds=1&resourceVersion=" + version)
              .response()
              .body();
      assertThat(events.lines().filter(line -> line.contains("\"DELETED\""))).hasSize(bindings);
      assertThat(events.lines().filter(line -> line.contains("\"ADDED\""))).hasSize(1);
    }
  }
}
