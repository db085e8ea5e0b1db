package dev.muster.cli.cluster;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.client.api.ApiClient;
import dev.muster.client.api.ApiProblem;
import dev.muster.network.proxy.PeerRanges;
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
    allow(role, "", "services", "namespaces", "nodes");
    allow(role, "discovery.k8s.io", "endpointslices");
    put(RBAC + "clusterroles", ROLE, role);
    put(RBAC + "clusterrolebindings", ROLE, binding("ClusterRole"));
    ObjectNode ranges = object("rbac.authorization.k8s.io/v1", "Role", ROLE);
    allow(ranges, "", "configmaps").putArray("resourceNames").add(PeerRanges.CONFIG_MAP);
    put(RBAC + "namespaces/kube-system/roles", ROLE, ranges);
    put(RBAC + "namespaces/kube-system/rolebindings", ROLE, binding("Role"));
  }

  private static ObjectNode binding(String kind) {
    ObjectNode binding = object("rbac.authorization.k8s.io/v1", kind + "Binding", ROLE);
    binding
        .putObject("roleRef")
        .put("apiGroup", "rbac.authorization.k8s.io")
        .put("kind", kind)
        .put("name", ROLE);
    binding
        .putArray("subjects")
        .addObject()
        .put("kind", "ServiceAccount")
        .put("namespace", "kube-system")
        .put("name", ACCOUNT);
    return binding;
  }

  private static ObjectNode allow(ObjectNode role, String group, String... resources) {
    ObjectNode rule = role.withArray("rules").addObject();
    rule.putArray("apiGroups").add(group);
    for (String resource : resources) {
      rule.withArray("resources").add(resource);
    }
    List.of("list", "watch").forEach(rule.withArray("verbs")::add);
    return rule;
  }

  /**
   * Makes the service that pods ask, each that of its own node; its address, which is the usual one
   * if nobody has it.
   */
  String service() throws IOException {
    try {
      return address(admin.mergePatch(SERVICES + "/kube-dns", local()));
    } catch (ApiProblem e) {
      if (e.code() != 404) {
        throw e;
      }
    }
    try {
      return address(admin.create(SERVICES, service(USUAL)));
    } catch (ApiProblem e) {
      if (e.code() == 409) { // another server was first
        return address(admin.get(SERVICES + "/kube-dns"));
      }
      if (e.code() != 422) {
        throw e;
      }
      return address(admin.create(SERVICES, service("")));
    }
  }

  private static ObjectNode local() {
    ObjectNode patch = JsonNodeFactory.instance.objectNode();
    patch.putObject("spec").put("internalTrafficPolicy", "Local");
    return patch;
  }

  private static String address(ObjectNode service) {
    return service.path("spec").path("clusterIP").asText();
  }

  private static ObjectNode service(String address) {
    ObjectNode service = object("v1", "Service", "kube-dns");
    service.withObject("/metadata").putObject("labels").put("k8s-app", "kube-dns");
    ObjectNode spec = service.putObject("spec").put("internalTrafficPolicy", "Local");
    if (!address.isEmpty()) {
      spec.put("clusterIP", address);
    }
    spec.putArray("ports").addObject().put("name", "dns").put("port", 53L).put("protocol", "UDP");
    spec.withArray("ports").addObject().put("name", "dns-tcp").put("port", 53L);
    return service;
  }

  /** Says who answers there, on a node. */
  void answersAt(String node, String address, int port) throws IOException {
    String name = "kube-dns-" + node;
    ObjectNode slice = object("discovery.k8s.io/v1", "EndpointSlice", name);
    slice
        .withObject("/metadata")
        .putObject("labels")
        .put("kubernetes.io/service-name", "kube-dns")
        .put("endpointslice.kubernetes.io/managed-by", "muster");
    slice.put("addressType", "IPv4");
    ObjectNode endpoint = slice.putArray("endpoints").addObject();
    endpoint.putArray("addresses").add(address);
    endpoint.putObject("conditions").put("ready", true);
    endpoint.put("nodeName", node);
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
    put(SLICES, name, slice);
  }

  private void put(String path, String name, ObjectNode object) throws IOException {
    try {
      admin.mergePatch(path + "/" + name, object);
    } catch (ApiProblem e) {
      if (e.code() != 404) {
        throw e;
      }
      create(path, name, object);
    }
  }

  private void create(String path, String name, ObjectNode object) throws IOException {
    try {
      admin.create(path, object);
    } catch (ApiProblem e) {
      if (e.code() != 409) {
        throw e;
      }
      admin.mergePatch(path + "/" + name, object); // another server was first
    }
  }

  private static ObjectNode object(String apiVersion, String kind, String name) {
    ObjectNode object = JsonNodeFactory.instance.objectNode();
    object.put("apiVersion", apiVersion).put("kind", kind);
    object.putObject("metadata").put("name", name);
    return object;
  }
}
