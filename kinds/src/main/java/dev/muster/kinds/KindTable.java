package dev.muster.kinds;

import dev.muster.kinds.admissionregistration.AdmissionPolicies;
import dev.muster.kinds.admissionregistration.MutatingPolicies;
import dev.muster.kinds.admissionregistration.WebhookStrategy;
import dev.muster.kinds.apiextensions.CustomResourceDefinitionStrategy;
import dev.muster.kinds.apiregistration.ApiServiceStrategy;
import dev.muster.kinds.apps.ControllerRevisionStrategy;
import dev.muster.kinds.apps.DaemonSetStrategy;
import dev.muster.kinds.apps.DeploymentStrategy;
import dev.muster.kinds.apps.ReplicaSetStrategy;
import dev.muster.kinds.apps.ReplicationControllerStrategy;
import dev.muster.kinds.apps.StatefulSetStrategy;
import dev.muster.kinds.authorization.GroupsV1Beta1;
import dev.muster.kinds.autoscaling.AutoscalerV1;
import dev.muster.kinds.autoscaling.HorizontalPodAutoscalerStrategy;
import dev.muster.kinds.batch.CronJobStrategy;
import dev.muster.kinds.batch.JobStrategy;
import dev.muster.kinds.certificates.SigningRequestStrategy;
import dev.muster.kinds.coordination.LeaseStrategy;
import dev.muster.kinds.core.ConfigMapStrategy;
import dev.muster.kinds.core.EndpointsStrategy;
import dev.muster.kinds.core.LimitRangeStrategy;
import dev.muster.kinds.core.NamespaceStrategy;
import dev.muster.kinds.core.NodeStrategy;
import dev.muster.kinds.core.PersistentVolumeClaimStrategy;
import dev.muster.kinds.core.PersistentVolumeStrategy;
import dev.muster.kinds.core.PodTemplateStrategy;
import dev.muster.kinds.core.ResourceQuotaStrategy;
import dev.muster.kinds.core.SecretStrategy;
import dev.muster.kinds.core.ServiceAccountStrategy;
import dev.muster.kinds.core.ServiceStrategy;
import dev.muster.kinds.core.TraitedNodes;
import dev.muster.kinds.endpoints.EndpointSliceStrategy;
import dev.muster.kinds.events.EventConversion;
import dev.muster.kinds.events.EventStrategy;
import dev.muster.kinds.features.ApiFeatures;
import dev.muster.kinds.flowcontrol.FlowSchemaStrategy;
import dev.muster.kinds.flowcontrol.PriorityLevelStrategy;
import dev.muster.kinds.networking.IngressClassStrategy;
import dev.muster.kinds.networking.IngressStrategy;
import dev.muster.kinds.networking.IpAddressStrategy;
import dev.muster.kinds.networking.NetworkPolicyStrategy;
import dev.muster.kinds.networking.ServiceCidrStrategy;
import dev.muster.kinds.node.RuntimeClassStrategy;
import dev.muster.kinds.pods.BeforeGroupsPolicy;
import dev.muster.kinds.pods.PodSpecs;
import dev.muster.kinds.pods.PodStrategy;
import dev.muster.kinds.pods.TraitedPodSpecs;
import dev.muster.kinds.policy.PodDisruptionBudgetStrategy;
import dev.muster.kinds.policy.PodSecurityPolicyStrategy;
import dev.muster.kinds.rbac.BindingStrategy;
import dev.muster.kinds.rbac.RoleStrategy;
import dev.muster.kinds.rbac.SubjectsV1Alpha1;
import dev.muster.kinds.resource.DeviceStrategies;
import dev.muster.kinds.scheduling.PriorityClassStrategy;
import dev.muster.kinds.storage.CsiDriverStrategy;
import dev.muster.kinds.storage.CsiNodeStrategy;
import dev.muster.kinds.storage.CsiStorageCapacityStrategy;
import dev.muster.kinds.storage.StorageClassStrategy;
import dev.muster.kinds.storage.VolumeAttachmentStrategy;
import dev.muster.kinds.storage.VolumeAttributesClassStrategy;
import dev.muster.model.scheme.Conversion;
import dev.muster.model.scheme.Kind;
import dev.muster.model.scheme.KindBuilder;
import dev.muster.model.scheme.Strategy;
import dev.muster.model.types.Schema;
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
  static List<Kind> kinds(Schema schema, ApiFeatures features) {
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
    table.questionsAboutAccess();
    return table.entries.stream().map(e -> traited(e.build(schema), features)).toList();
  }

  private static Kind traited(Kind kind, ApiFeatures features) {
    if (kind.apiVersion().equals("v1") && kind.kind().equals("Node")) {
      return kind.with(new TraitedNodes(kind.strategy(), features));
    }
    return PodSpecs.place(kind.apiVersion(), kind.kind())
        .map(place -> podded(kind, place, features))
        .orElse(kind);
  }

  private static Kind podded(Kind kind, List<String> place, ApiFeatures features) {
    Strategy rules = new TraitedPodSpecs(kind.strategy(), place, features);
    return features.gates().unknownFields().isEmpty()
        ? kind.with(rules)
        : kind.with(new BeforeGroupsPolicy(place), rules);
  }

  /**
   * Kinds in versions that are served only when asked for (`--runtime-config`). They share the
   * places in the store of the versions that {@link #kinds} holds, if it does.
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
    table.mutatingPolicies("v1beta1");
    table.mutatingPolicies("v1alpha1");
    table
        .kind("metrics.k8s.io", "v1beta1", "NodeMetrics")
        .plural("nodes")
        .storedAs("nodemetrics")
        .verbs("get", "list");
    table
        .kind("metrics.k8s.io", "v1beta1", "PodMetrics")
        .plural("pods")
        .storedAs("podmetrics")
        .namespaced()
        .verbs("get", "list");
    return table.entries.stream().map(e -> e.build(schema)).toList();
  }

  /** Kubernetes 1.35 has no stable version of them. */
  private void mutatingPolicies(String version) {
    kind("admissionregistration.k8s.io", version, "MutatingAdmissionPolicy")
        .categories("api-extensions")
        .strategy(MutatingPolicies.policy());
    kind("admissionregistration.k8s.io", version, "MutatingAdmissionPolicyBinding")
        .categories("api-extensions")
        .strategy(MutatingPolicies.binding());
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

  /** Ours: what Kubernetes has no kinds for. */
  private void questionsAboutAccess() {
    for (String kind : List.of("AccessChange", "AccessExplanation", "SubjectAccess", "WhoCan")) {
      kind("access.muster.dev", "v1", kind).question();
    }
    kind("access.muster.dev", "v1", "SubjectAccessReviewList").question();
    kind("access.muster.dev", "v1", "Decision").verbs("get", "list", "watch");
  }

  private KindBuilder kind(String group, String version, String kind) {
    KindBuilder entry = new KindBuilder(group, version, kind);
    entries.add(entry);
    return entry;
  }
}
