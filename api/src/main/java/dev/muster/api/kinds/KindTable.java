package dev.muster.api.kinds;

import dev.muster.api.apps.ControllerRevisionStrategy;
import dev.muster.api.apps.DaemonSetStrategy;
import dev.muster.api.apps.DeploymentStrategy;
import dev.muster.api.apps.ReplicaSetStrategy;
import dev.muster.api.apps.StatefulSetStrategy;
import dev.muster.api.batch.CronJobStrategy;
import dev.muster.api.batch.JobStrategy;
import dev.muster.api.coordination.LeaseStrategy;
import dev.muster.api.core.ConfigMapStrategy;
import dev.muster.api.core.EndpointsStrategy;
import dev.muster.api.core.LimitRangeStrategy;
import dev.muster.api.core.NamespaceStrategy;
import dev.muster.api.core.NodeStrategy;
import dev.muster.api.core.PersistentVolumeClaimStrategy;
import dev.muster.api.core.PersistentVolumeStrategy;
import dev.muster.api.core.PodTemplateStrategy;
import dev.muster.api.core.ReplicationControllerStrategy;
import dev.muster.api.core.ResourceQuotaStrategy;
import dev.muster.api.core.SecretStrategy;
import dev.muster.api.core.ServiceAccountStrategy;
import dev.muster.api.core.ServiceStrategy;
import dev.muster.api.events.EventConversion;
import dev.muster.api.events.EventStrategy;
import dev.muster.api.pods.PodStrategy;
import dev.muster.api.policy.PodDisruptionBudgetStrategy;
import dev.muster.api.policy.PodSecurityPolicyStrategy;
import dev.muster.api.rbac.BindingStrategy;
import dev.muster.api.rbac.RoleStrategy;
import dev.muster.api.schema.Schema;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/** The built-in kinds. To add one: its fields in a type table, and one entry here. */
final class KindTable {
  private static final String RBAC = "rbac.authorization.k8s.io";

  private final List<KindBuilder> entries = new ArrayList<>();

  /**
   * All built-in kinds; groups in the order in which discovery lists them, stored versions first.
   */
  static List<Kind> kinds(Schema schema) {
    KindTable table = new KindTable();
    table.core();
    table.workloads();
    table.access();
    table.cluster();
    return table.entries.stream().map(e -> e.build(schema)).toList();
  }

  private void core() {
    kind("", "v1", "Binding").namespaced().question();
    kind("", "v1", "ComponentStatus").shortNames("cs").verbs("get", "list");
    kind("", "v1", "ConfigMap").namespaced().shortNames("cm").strategy(new ConfigMapStrategy());
    kind("", "v1", "Endpoints")
        .plural("endpoints")
        .namespaced()
        .shortNames("ep")
        .strategy(new EndpointsStrategy());
    kind("", "v1", "Event").namespaced().shortNames("ev").strategy(EventStrategy.core());
    kind("", "v1", "LimitRange")
        .namespaced()
        .shortNames("limits")
        .strategy(new LimitRangeStrategy());
    kind("", "v1", "Namespace")
        .shortNames("ns")
        .verbs("create", "delete", "get", "list", "patch", "update", "watch")
        .status()
        .subresource("finalize", "Namespace", "update")
        .strategy(new NamespaceStrategy());
    kind("", "v1", "Node")
        .shortNames("no")
        .status()
        .subresource("proxy", "NodeProxyOptions", "create", "delete", "get", "patch", "update")
        .strategy(new NodeStrategy());
    kind("", "v1", "PersistentVolume")
        .shortNames("pv")
        .status()
        .strategy(new PersistentVolumeStrategy());
    kind("", "v1", "PersistentVolumeClaim")
        .namespaced()
        .shortNames("pvc")
        .status()
        .strategy(new PersistentVolumeClaimStrategy());
    kind("", "v1", "Pod")
        .namespaced()
        .shortNames("po")
        .inAll()
        .status()
        .subresource("attach", "PodAttachOptions", "create", "get")
        .subresource("binding", "Binding", "create")
        .subresource("ephemeralcontainers", "Pod", "get", "patch", "update")
        .foreignSubresource("eviction", "policy", "v1", "Eviction", "create")
        .subresource("exec", "PodExecOptions", "create", "get")
        .subresource("log", "Pod", "get")
        .subresource("portforward", "PodPortForwardOptions", "create", "get")
        .subresource("proxy", "PodProxyOptions", "create", "delete", "get", "patch", "update")
        .subresource("resize", "Pod", "get", "patch", "update")
        .strategy(new PodStrategy(InstantSource.system()));
    kind("", "v1", "PodTemplate").namespaced().strategy(new PodTemplateStrategy());
    kind("", "v1", "ReplicationController")
        .namespaced()
        .shortNames("rc")
        .inAll()
        .status()
        .scale()
        .strategy(new ReplicationControllerStrategy());
    kind("", "v1", "ResourceQuota")
        .namespaced()
        .shortNames("quota")
        .status()
        .strategy(new ResourceQuotaStrategy());
    kind("", "v1", "Secret").namespaced().strategy(new SecretStrategy());
    kind("", "v1", "Service")
        .namespaced()
        .shortNames("svc")
        .inAll()
        .status()
        .subresource("proxy", "ServiceProxyOptions", "create", "delete", "get", "patch", "update")
        .strategy(new ServiceStrategy());
    kind("", "v1", "ServiceAccount")
        .namespaced()
        .shortNames("sa")
        .foreignSubresource("token", "authentication.k8s.io", "v1", "TokenRequest", "create")
        .strategy(new ServiceAccountStrategy());
  }

  private void workloads() {
    kind("apps", "v1", "ControllerRevision")
        .namespaced()
        .strategy(new ControllerRevisionStrategy());
    kind("apps", "v1", "DaemonSet")
        .namespaced()
        .shortNames("ds")
        .inAll()
        .status()
        .strategy(new DaemonSetStrategy());
    kind("apps", "v1", "Deployment")
        .namespaced()
        .shortNames("deploy")
        .inAll()
        .status()
        .scale()
        .strategy(new DeploymentStrategy());
    kind("apps", "v1", "ReplicaSet")
        .namespaced()
        .shortNames("rs")
        .inAll()
        .status()
        .scale()
        .strategy(new ReplicaSetStrategy());
    kind("apps", "v1", "StatefulSet")
        .namespaced()
        .shortNames("sts")
        .inAll()
        .status()
        .scale()
        .strategy(new StatefulSetStrategy());
    kind("events.k8s.io", "v1", "Event")
        .namespaced()
        .shortNames("ev")
        .storedAs("events")
        .converted(new EventConversion())
        .strategy(EventStrategy.events());
  }

  private void access() {
    kind("authentication.k8s.io", "v1", "SelfSubjectReview").question();
    kind("authentication.k8s.io", "v1", "TokenReview").question();
    kind("authorization.k8s.io", "v1", "LocalSubjectAccessReview").namespaced().question();
    kind("authorization.k8s.io", "v1", "SelfSubjectAccessReview").question();
    kind("authorization.k8s.io", "v1", "SelfSubjectRulesReview").question();
    kind("authorization.k8s.io", "v1", "SubjectAccessReview").question();
    kind("autoscaling", "v2", "HorizontalPodAutoscaler")
        .namespaced()
        .shortNames("hpa")
        .inAll()
        .status();
    kind("batch", "v1", "CronJob")
        .namespaced()
        .shortNames("cj")
        .inAll()
        .status()
        .strategy(new CronJobStrategy());
    kind("batch", "v1", "Job").namespaced().inAll().status().strategy(new JobStrategy());
    kind("certificates.k8s.io", "v1", "CertificateSigningRequest")
        .shortNames("csr")
        .status()
        .subresource("approval", "CertificateSigningRequest", "get", "patch", "update");
    kind("networking.k8s.io", "v1", "IPAddress").shortNames("ip");
    kind("networking.k8s.io", "v1", "Ingress").namespaced().shortNames("ing").status();
    kind("networking.k8s.io", "v1", "IngressClass");
    kind("networking.k8s.io", "v1", "NetworkPolicy").namespaced().shortNames("netpol");
    kind("networking.k8s.io", "v1", "ServiceCIDR").plural("servicecidrs").status();
    kind("policy", "v1", "PodDisruptionBudget")
        .namespaced()
        .shortNames("pdb")
        .status()
        .strategy(new PodDisruptionBudgetStrategy());
    kind("policy", "v1beta1", "PodSecurityPolicy")
        .shortNames("psp")
        .strategy(new PodSecurityPolicyStrategy());
    kind(RBAC, "v1", "ClusterRole").strategy(RoleStrategy.clusterRole());
    kind(RBAC, "v1", "ClusterRoleBinding").strategy(BindingStrategy.clusterRoleBinding());
    kind(RBAC, "v1", "Role").namespaced().strategy(RoleStrategy.role());
    kind(RBAC, "v1", "RoleBinding").namespaced().strategy(BindingStrategy.roleBinding());
  }

  private void cluster() {
    kind("storage.k8s.io", "v1", "CSIDriver");
    kind("storage.k8s.io", "v1", "CSINode");
    kind("storage.k8s.io", "v1", "CSIStorageCapacity").namespaced();
    kind("storage.k8s.io", "v1", "StorageClass").shortNames("sc");
    kind("storage.k8s.io", "v1", "VolumeAttachment").status();
    kind("storage.k8s.io", "v1", "VolumeAttributesClass").shortNames("vac");
    kind("admissionregistration.k8s.io", "v1", "MutatingWebhookConfiguration")
        .categories("api-extensions");
    kind("admissionregistration.k8s.io", "v1", "ValidatingAdmissionPolicy")
        .categories("api-extensions")
        .status();
    kind("admissionregistration.k8s.io", "v1", "ValidatingAdmissionPolicyBinding")
        .categories("api-extensions");
    kind("admissionregistration.k8s.io", "v1", "ValidatingWebhookConfiguration")
        .categories("api-extensions");
    kind("apiextensions.k8s.io", "v1", "CustomResourceDefinition")
        .shortNames("crd", "crds")
        .categories("api-extensions")
        .status();
    kind("scheduling.k8s.io", "v1", "PriorityClass").shortNames("pc");
    kind("coordination.k8s.io", "v1", "Lease").namespaced().strategy(new LeaseStrategy());
    kind("node.k8s.io", "v1", "RuntimeClass");
    kind("discovery.k8s.io", "v1", "EndpointSlice").namespaced();
    kind("resource.k8s.io", "v1", "DeviceClass");
    kind("resource.k8s.io", "v1", "ResourceClaim").namespaced().status();
    kind("resource.k8s.io", "v1", "ResourceClaimTemplate").namespaced();
    kind("resource.k8s.io", "v1", "ResourceSlice");
    kind("flowcontrol.apiserver.k8s.io", "v1", "FlowSchema").status();
    kind("flowcontrol.apiserver.k8s.io", "v1", "PriorityLevelConfiguration").status();
  }

  private KindBuilder kind(String group, String version, String kind) {
    KindBuilder entry = new KindBuilder(group, version, kind);
    entries.add(entry);
    return entry;
  }
}
