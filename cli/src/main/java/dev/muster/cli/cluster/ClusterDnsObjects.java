package dev.muster.cli.cluster;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.client.api.ApiClient;
import dev.muster.client.api.ApiProblem;
import dev.muster.network.proxy.PeerRanges;
import dev.muster.views.CoreV1.MutableService;
import dev.muster.views.CoreV1.MutableServiceSpec;
import dev.muster.views.CoreV1.Service;
import dev.muster.views.DiscoveryV1.MutableEndpoint;
import dev.muster.views.DiscoveryV1.MutableEndpointSlice;
import dev.muster.views.MetaV1.MutablePartialObjectMetadata;
import dev.muster.views.RbacV1.MutablePolicyRule;
import dev.muster.views.RbacV1.MutableRole;
import dev.muster.views.RbacV1.MutableRoleBinding;
import java.io.IOException;

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
    MutableRole role = MutableRole.of(object("rbac.authorization.k8s.io/v1", "ClusterRole", ROLE));
    allow(role, "", "services", "namespaces", "nodes");
    allow(role, "discovery.k8s.io", "endpointslices");
    put(RBAC + "clusterroles", ROLE, role.tree());
    put(RBAC + "clusterrolebindings", ROLE, binding("ClusterRole"));
    MutableRole ranges = MutableRole.of(object("rbac.authorization.k8s.io/v1", "Role", ROLE));
    allow(ranges, "", "configmaps").resourceNames().list().add(PeerRanges.CONFIG_MAP);
    put(RBAC + "namespaces/kube-system/roles", ROLE, ranges.tree());
    put(RBAC + "namespaces/kube-system/rolebindings", ROLE, binding("Role"));
  }

  private static ObjectNode binding(String kind) {
    MutableRoleBinding binding =
        MutableRoleBinding.of(object("rbac.authorization.k8s.io/v1", kind + "Binding", ROLE));
    binding.roleRef().ensure().apiGroup("rbac.authorization.k8s.io").kind(kind).name(ROLE);
    binding.subjects().add().kind("ServiceAccount").namespace("kube-system").name(ACCOUNT);
    return binding.tree();
  }

  private static MutablePolicyRule allow(MutableRole role, String group, String... resources) {
    MutablePolicyRule rule = role.rules().add();
    rule.apiGroups().list().add(group);
    for (String resource : resources) {
      rule.resources().list().add(resource);
    }
    rule.verbs().list().add("list").add("watch");
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
    MutableService patch = MutableService.create();
    patch.spec().ensure().internalTrafficPolicy("Local");
    return patch.tree();
  }

  private static String address(ObjectNode service) {
    return Service.of(service).spec().clusterIP().text();
  }

  private static ObjectNode service(String address) {
    MutableService service = MutableService.of(object("v1", "Service", "kube-dns"));
    service.metadata().ensure().labels().map().put("k8s-app", "kube-dns");
    MutableServiceSpec spec = service.spec().ensure().internalTrafficPolicy("Local");
    if (!address.isEmpty()) {
      spec.clusterIP(address);
    }
    spec.ports().add().name("dns").port(53).protocol("UDP");
    spec.ports().add().name("dns-tcp").port(53);
    return service.tree();
  }

  /** Says who answers there, on a node. */
  void answersAt(String node, String address, int port) throws IOException {
    String name = "kube-dns-" + node;
    MutableEndpointSlice slice =
        MutableEndpointSlice.of(object("discovery.k8s.io/v1", "EndpointSlice", name));
    slice
        .metadata()
        .ensure()
        .labels()
        .map()
        .put("kubernetes.io/service-name", "kube-dns")
        .put("endpointslice.kubernetes.io/managed-by", "muster");
    slice.addressType("IPv4");
    MutableEndpoint endpoint = slice.endpoints().add().nodeName(node);
    endpoint.addresses().list().add(address);
    endpoint.conditions().ensure().ready(true);
    slice.ports().add().name("dns").port(port).protocol("UDP");
    slice.ports().add().name("dns-tcp").port(port).protocol("TCP");
    put(SLICES, name, slice.tree());
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
    var object = MutablePartialObjectMetadata.create().apiVersion(apiVersion).kind(kind);
    object.metadata().ensure().name(name);
    return object.tree();
  }
}
