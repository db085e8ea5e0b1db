package dev.muster.cli.cluster;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.client.api.ApiClient;
import dev.muster.client.api.ApiProblem;
import java.io.IOException;
import java.util.List;

/**
 * What the cluster knows of its names: the service that pods ask, and who may read what names and
 * rules are made of.
 *
 * @param admin who may write all of it
 */
record ClusterDnsObjects(ApiClient admin) {
  /** As whom the network reads the cluster, in kube-system. */
  static final String ACCOUNT = "node-network";

  private static final String ROLE = "muster:node-network";
  private static final String RBAC = "/apis/rbac.authorization.k8s.io/v1/";
  private static final String SERVICES = "/api/v1/namespaces/kube-system/services";
  private static final String SLICES =
      "/apis/discovery.k8s.io/v1/namespaces/kube-system/endpointslices";

  /** The usual address of a cluster's names. */
  private static final String USUAL = "10.96.0.10";

  /** Gives the network's account its role. */
  void letRead() throws IOException {
    ObjectNode role = object("rbac.authorization.k8s.io/v1", "ClusterRole", ROLE);
    allow(role, "", "services", "namespaces");
    allow(role, "discovery.k8s.io", "endpointslices");
    put(RBAC + "clusterroles", ROLE, role);
    ObjectNode binding = object("rbac.authorization.k8s.io/v1", "ClusterRoleBinding", ROLE);
    binding
        .putObject("roleRef")
        .put("apiGroup", "rbac.authorization.k8s.io")
        .put("kind", "ClusterRole")
        .put("name", ROLE);
    binding
        .putArray("subjects")
        .addObject()
        .put("kind", "ServiceAccount")
        .put("namespace", "kube-system")
        .put("name", ACCOUNT);
    put(RBAC + "clusterrolebindings", ROLE, binding);
  }

  private static void allow(ObjectNode role, String group, String... resources) {
    ObjectNode rule = role.withArray("rules").addObject();
    rule.putArray("apiGroups").add(group);
    for (String resource : resources) {
      rule.withArray("resources").add(resource);
    }
    List.of("list", "watch").forEach(rule.withArray("verbs")::add);
  }

  /** Makes the service that pods ask; its address, which is the usual one if nobody has it. */
  String service() throws IOException {
    try {
      return address(admin.get(SERVICES + "/kube-dns"));
    } catch (ApiProblem e) {
      if (e.code() != 404) {
        throw e;
      }
    }
    try {
      return address(admin.create(SERVICES, service(USUAL)));
    } catch (ApiProblem e) {
      if (e.code() != 422) {
        throw e;
      }
      return address(admin.create(SERVICES, service("")));
    }
  }

  private static String address(ObjectNode service) {
    return service.path("spec").path("clusterIP").asText();
  }

  private static ObjectNode service(String address) {
    ObjectNode service = object("v1", "Service", "kube-dns");
    service.withObject("/metadata").putObject("labels").put("k8s-app", "kube-dns");
    ObjectNode spec = service.putObject("spec");
    if (!address.isEmpty()) {
      spec.put("clusterIP", address);
    }
    spec.putArray("ports").addObject().put("name", "dns").put("port", 53L).put("protocol", "UDP");
    spec.withArray("ports").addObject().put("name", "dns-tcp").put("port", 53L);
    return service;
  }

  /** Says who answers there. */
  void answersAt(String address, int port) throws IOException {
    ObjectNode slice = object("discovery.k8s.io/v1", "EndpointSlice", "kube-dns-muster");
    slice
        .withObject("/metadata")
        .putObject("labels")
        .put("kubernetes.io/service-name", "kube-dns")
        .put("endpointslice.kubernetes.io/managed-by", "muster");
    slice.put("addressType", "IPv4");
    ObjectNode endpoint = slice.putArray("endpoints").addObject();
    endpoint.putArray("addresses").add(address);
    endpoint.putObject("conditions").put("ready", true);
    slice
        .putArray("ports")
        .addObject()
        .put("name", "dns")
        .put("port", (long) port)
        .put("protocol", "UDP");
    slice
        .withArray("ports")
        .addObject()
        .put("name", "dns-tcp")
        .put("port", (long) port)
        .put("protocol", "TCP");
    put(SLICES, "kube-dns-muster", slice);
  }

  private void put(String path, String name, ObjectNode object) throws IOException {
    try {
      admin.mergePatch(path + "/" + name, object);
    } catch (ApiProblem e) {
      if (e.code() != 404) {
        throw e;
      }
      admin.create(path, object);
    }
  }

  private static ObjectNode object(String apiVersion, String kind, String name) {
    ObjectNode object = JsonNodeFactory.instance.objectNode();
    object.put("apiVersion", apiVersion).put("kind", kind);
    object.putObject("metadata").put("name", name);
    return object;
  }
}
