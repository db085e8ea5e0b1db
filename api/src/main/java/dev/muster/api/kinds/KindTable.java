package dev.muster.api.kinds;

import dev.muster.api.admissionregistration.AdmissionPolicies;
import dev.muster.api.admissionregistration.WebhookStrategy;
import dev.muster.api.apiextensions.CustomResourceDefinitionStrategy;
import dev.muster.api.apiregistration.ApiServiceStrategy;
import dev.muster.api.apps.ControllerRevisionStrategy;
import dev.muster.api.apps.DaemonSetStrategy;
import dev.muster.api.apps.DeploymentStrategy;
import dev.muster.api.apps.ReplicaSetStrategy;
import dev.muster.api.apps.ReplicationControllerStrategy;
import dev.muster.api.apps.StatefulSetStrategy;
import dev.muster.api.authorization.GroupsV1Beta1;
import dev.muster.api.autoscaling.AutoscalerV1;
import dev.muster.api.autoscaling.HorizontalPodAutoscalerStrategy;
import dev.muster.api.batch.CronJobStrategy;
import dev.muster.api.batch.JobStrategy;
import dev.muster.api.certificates.SigningRequestStrategy;
import dev.muster.api.coordination.LeaseStrategy;
import dev.muster.api.core.ConfigMapStrategy;
import dev.muster.api.core.EndpointsStrategy;
import dev.muster.api.core.LimitRangeStrategy;
import dev.muster.api.core.NamespaceStrategy;
import dev.muster.api.core.NodeStrategy;
import dev.muster.api.core.PersistentVolumeClaimStrategy;
import dev.muster.api.core.PersistentVolumeStrategy;
import dev.muster.api.core.PodTemplateStrategy;
import dev.muster.api.core.ResourceQuotaStrategy;
import dev.muster.api.core.SecretStrategy;
import dev.muster.api.core.ServiceAccountStrategy;
import dev.muster.api.core.ServiceStrategy;
import dev.muster.api.core.TraitedNodes;
import dev.muster.api.endpoints.EndpointSliceStrategy;
import dev.muster.api.events.EventConversion;
import dev.muster.api.events.EventStrategy;
import dev.muster.api.features.ApiTraits;
import dev.muster.api.flowcontrol.FlowSchemaStrategy;
import dev.muster.api.flowcontrol.PriorityLevelStrategy;
import dev.muster.api.networking.IngressClassStrategy;
import dev.muster.api.networking.IngressStrategy;
import dev.muster.api.networking.IpAddressStrategy;
import dev.muster.api.networking.NetworkPolicyStrategy;
import dev.muster.api.networking.ServiceCidrStrategy;
import dev.muster.api.node.RuntimeClassStrategy;
import dev.muster.api.pods.BeforeGroupsPolicy;
import dev.muster.api.pods.PodSpecs;
import dev.muster.api.pods.PodStrategy;
import dev.muster.api.pods.TraitedPodSpecs;
import dev.muster.api.policy.PodDisruptionBudgetStrategy;
import dev.muster.api.policy.PodSecurityPolicyStrategy;
import dev.muster.api.rbac.BindingStrategy;
import dev.muster.api.rbac.RoleStrategy;
import dev.muster.api.rbac.SubjectsV1Alpha1;
import dev.muster.api.resource.DeviceStrategies;
import dev.muster.api.scheduling.PriorityClassStrategy;
import dev.muster.api.schema.Schema;
import dev.muster.api.storage.CsiDriverStrategy;
import dev.muster.api.storage.CsiNodeStrategy;
import dev.muster.api.storage.CsiStorageCapacityStrategy;
import dev.muster.api.storage.StorageClassStrategy;
import dev.muster.api.storage.VolumeAttachmentStrategy;
import dev.muster.api.storage.VolumeAttributesClassStrategy;
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
  static List<Kind> kinds(Schema schema, ApiTraits traits) {
    KindTable table = new KindTable();
    table.core();
    table
        .kind("apiregistration.k8s.io", "v1", "APIService")
        .categories("api-extensions")
        .status()
        .strategy(new ApiServiceStrategy(InstantSource.system()));
    table.workloads();
    table.access();
    table.cluster();
    return table.entries.stream().map(e -> traited(e.build(schema), traits)).toList();
  }

  private static Kind traited(Kind kind, ApiTraits traits) {
    if (kind.apiVersion().equals("v1") && kind.kind().equals("Node")) {
      return kind.with(new TraitedNodes(kind.strategy(), traits));
    }
    return PodSpecs.place(kind.apiVersion(), kind.kind())
        .map(place -> podded(kind, place, traits))
        .orElse(kind);
  }

  private static Kind podded(Kind kind, List<String> place, ApiTraits traits) {
    Strategy rules = new TraitedPodSpecs(kind.strategy(), place, traits);
    return traits.gates().unknownFields().isEmpty()
        ? kind.with(rules)
        : kind.with(new BeforeGroupsPolicy(place), rules);
  }

  /**
   * Kinds in versions that are served only when asked for (`--runtime-config`). They share the
   * places in the store of the versions that {@link #kinds} holds.
   */
  static List<Kind> optionalKinds(Schema schema) {
    KindTable table = new KindTable();
    for (String version : List.of("v1beta1", "v1alpha1")) {
      table.olderAccess(version);
    }
    table
        .kind("authorization.k8s.io", "v1beta1", "LocalSubjectAccessReview")
        .namespaced()
        .converted(new GroupsV1Beta1())
        .question();
    table.kind("authorization.k8s.io", "v1beta1", "SelfSubjectAccessReview").question();
    table.kind("authorization.k8s.io", "v1beta1", "SelfSubjectRulesReview").question();
    table
        .kind("authorization.k8s.io", "v1beta1", "SubjectAccessReview")
        .converted(new GroupsV1Beta1())
        .question();
    return table.entries.stream().map(e -> e.build(schema)).toList();
  }

  private void olderAccess(String version) {
    Conversion bindings = version.equals("v1alpha1") ? new SubjectsV1Alpha1() : Conversion.SAME;
    kind(RBAC, version, "ClusterRole").strategy(RoleStrategy.clusterRole());
    kind(RBAC, version, "ClusterRoleBinding")
        .converted(bindings)
        .strategy(BindingStrategy.clusterRoleBinding());
    kind(RBAC, version, "Role").namespaced().strategy(RoleStrategy.role());
    kind(RBAC, version, "RoleBinding")
        .namespaced()
        .converted(bindings)
        .strategy(BindingStrategy.roleBinding());
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
        .status()
        .strategy(new HorizontalPodAutoscalerStrategy());
    kind("autoscaling", "v1", "HorizontalPodAutoscaler")
        .namespaced()
        .shortNames("hpa")
        .inAll()
        .status()
        .converted(new AutoscalerV1())
        .strategy(new HorizontalPodAutoscalerStrategy());
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
        .subresource("approval", "CertificateSigningRequest", "get", "patch", "update")
        .strategy(new SigningRequestStrategy());
    kind("networking.k8s.io", "v1", "IPAddress").shortNames("ip").strategy(new IpAddressStrategy());
    kind("networking.k8s.io", "v1", "Ingress")
        .namespaced()
        .shortNames("ing")
        .status()
        .strategy(new IngressStrategy());
    kind("networking.k8s.io", "v1", "IngressClass").strategy(new IngressClassStrategy());
    kind("networking.k8s.io", "v1", "NetworkPolicy")
        .namespaced()
        .shortNames("netpol")
        .strategy(new NetworkPolicyStrategy());
    kind("networking.k8s.io", "v1", "ServiceCIDR")
        .plural("servicecidrs")
        .status()
        .strategy(new ServiceCidrStrategy());
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
    kind("storage.k8s.io", "v1", "CSIDriver").strategy(new CsiDriverStrategy());
    kind("storage.k8s.io", "v1", "CSINode").strategy(new CsiNodeStrategy());
    kind("storage.k8s.io", "v1", "CSIStorageCapacity")
        .namespaced()
        .strategy(new CsiStorageCapacityStrategy());
    kind("storage.k8s.io", "v1", "StorageClass")
        .shortNames("sc")
        .strategy(new StorageClassStrategy());
    kind("storage.k8s.io", "v1", "VolumeAttachment")
        .status()
        .strategy(new VolumeAttachmentStrategy());
    kind("storage.k8s.io", "v1", "VolumeAttributesClass")
        .shortNames("vac")
        .strategy(new VolumeAttributesClassStrategy());
    kind("admissionregistration.k8s.io", "v1", "MutatingWebhookConfiguration")
        .categories("api-extensions")
        .strategy(WebhookStrategy.mutating());
    kind("admissionregistration.k8s.io", "v1", "ValidatingAdmissionPolicy")
        .categories("api-extensions")
        .status()
        .strategy(AdmissionPolicies.policy());
    kind("admissionregistration.k8s.io", "v1", "ValidatingAdmissionPolicyBinding")
        .categories("api-extensions")
        .strategy(AdmissionPolicies.binding());
    kind("admissionregistration.k8s.io", "v1", "ValidatingWebhookConfiguration")
        .categories("api-extensions")
        .strategy(WebhookStrategy.validating());
    kind("apiextensions.k8s.io", "v1", "CustomResourceDefinition")
        .shortNames("crd", "crds")
        .categories("api-extensions")
        .status()
        .strategy(new CustomResourceDefinitionStrategy());
    kind("scheduling.k8s.io", "v1", "PriorityClass")
        .shortNames("pc")
        .strategy(new PriorityClassStrategy());
    kind("coordination.k8s.io", "v1", "Lease").namespaced().strategy(new LeaseStrategy());
    kind("node.k8s.io", "v1", "RuntimeClass").strategy(new RuntimeClassStrategy());
    kind("windows.k8s.io", "v1", "GMSACredentialSpec");
    kind("discovery.k8s.io", "v1", "EndpointSlice")
        .namespaced()
        .strategy(new EndpointSliceStrategy());
    kind("resource.k8s.io", "v1", "DeviceClass").strategy(DeviceStrategies.deviceClass());
    kind("resource.k8s.io", "v1", "ResourceClaim")
        .namespaced()
        .status()
        .strategy(DeviceStrategies.claim());
    kind("resource.k8s.io", "v1", "ResourceClaimTemplate")
        .namespaced()
        .strategy(DeviceStrategies.claimTemplate());
    kind("resource.k8s.io", "v1", "ResourceSlice").strategy(DeviceStrategies.slice());
    kind("flowcontrol.apiserver.k8s.io", "v1", "FlowSchema")
        .status()
        .strategy(new FlowSchemaStrategy());
    kind("flowcontrol.apiserver.k8s.io", "v1", "PriorityLevelConfiguration")
        .status()
        .strategy(new PriorityLevelStrategy());
  }

  private KindBuilder kind(String group, String version, String kind) {
    KindBuilder entry = new KindBuilder(group, version, kind);
    entries.add(entry);
    return entry;
  }
}
