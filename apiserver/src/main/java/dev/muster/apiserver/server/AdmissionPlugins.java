package dev.muster.apiserver.server;

import dev.muster.admission.AdmissionChain;
import dev.muster.admission.AdmissionPlugin;
import dev.muster.admission.AuditTrail;
import dev.muster.admission.Cluster;
import dev.muster.admission.accounts.ServiceAccountPlugin;
import dev.muster.admission.certificates.CertificateApproval;
import dev.muster.admission.certificates.CertificateSigning;
import dev.muster.admission.certificates.CertificateSubjectRestriction;
import dev.muster.admission.gmsa.GmsaAuthorizer;
import dev.muster.admission.limits.LimitRanger;
import dev.muster.admission.node.NodeRestriction;
import dev.muster.admission.plugins.DefaultIngressClass;
import dev.muster.admission.plugins.DefaultStorageClass;
import dev.muster.admission.plugins.DefaultTolerationSeconds;
import dev.muster.admission.plugins.NamespaceLifecycle;
import dev.muster.admission.plugins.PersistentVolumeClaimResize;
import dev.muster.admission.plugins.PodTopologyLabels;
import dev.muster.admission.plugins.Priority;
import dev.muster.admission.plugins.RuntimeClass;
import dev.muster.admission.plugins.StorageObjectInUseProtection;
import dev.muster.admission.plugins.TaintNodesByCondition;
import dev.muster.admission.podsecurity.PodSecurityPlugin;
import dev.muster.admission.policy.MutatingAdmissionPolicy;
import dev.muster.admission.policy.MutationMetrics;
import dev.muster.admission.policy.ValidatingAdmissionPolicy;
import dev.muster.admission.psp.PodSecurityPolicyPlugin;
import dev.muster.admission.quota.QuotaLedger;
import dev.muster.admission.quota.ResourceQuota;
import dev.muster.admission.webhook.MutatingAdmissionWebhook;
import dev.muster.admission.webhook.ValidatingAdmissionWebhook;
import dev.muster.admission.webhook.WebhookClient;
import dev.muster.authz.Authorizer;
import dev.muster.kinds.features.ApiFeatures;
import dev.muster.kinds.features.Feature;
import dev.muster.model.scheme.Kinds;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * The admission plugins, in the order in which they run. To add one: its file, and one entry here.
 */
public final class AdmissionPlugins {
  private static final Set<String> OFF_BY_DEFAULT = Set.of("NodeRestriction", "PodSecurityPolicy");

  /** Kubernetes' further plugins: they are off here, and one may say so. */
  private static final Set<String> ELSEWHERE =
      Set.of(
          "AlwaysAdmit",
          "AlwaysDeny",
          "AlwaysPullImages",
          "ClusterTrustBundleAttest",
          "DenyServiceExternalIPs",
          "EventRateLimit",
          "ExtendedResourceToleration",
          "ImagePolicyWebhook",
          "LimitPodHardAntiAffinityTopology",
          "NamespaceAutoProvision",
          "NamespaceExists",
          "NodeDeclaredFeatureValidator",
          "OwnerReferencesPermissionEnforcement",
          "PodNodeSelector",
          "PodTolerationRestriction");

  private final List<AdmissionPlugin> all;

  /** The ways to the servers of webhooks: each of the two plugins can be somebody else there. */
  public record Webhooks(WebhookClient mutating, WebhookClient validating) {}

  public AdmissionPlugins(
      Cluster cluster,
      Authorizer authorizer,
      Kinds kinds,
      Webhooks webhooks,
      QuotaLedger ledger,
      ApiFeatures features,
      AuditTrail audit,
      MutationMetrics mutations) {
    all =
        List.of(
            new NamespaceLifecycle(cluster),
            new LimitRanger(cluster),
            new GmsaAuthorizer(cluster, authorizer),
            new ServiceAccountPlugin(cluster),
            new NodeRestriction(cluster, authorizer, features.gates()),
            new TaintNodesByCondition(),
            new PodSecurityPolicyPlugin(cluster, authorizer, audit),
            new PodSecurityPlugin(cluster, features.gates().version(), audit),
            new Priority(cluster),
            new DefaultTolerationSeconds(),
            new DefaultStorageClass(cluster),
            new StorageObjectInUseProtection(),
            new PersistentVolumeClaimResize(cluster),
            new RuntimeClass(cluster),
            new CertificateApproval(authorizer),
            new CertificateSigning(authorizer),
            new CertificateSubjectRestriction(),
            new DefaultIngressClass(cluster),
            new PodTopologyLabels(
                cluster, features.gates().enabled(Feature.POD_TOPOLOGY_LABELS_ADMISSION)),
            new MutatingAdmissionPolicy(
                cluster,
                authorizer,
                kinds,
                mutations,
                features.gates().enabled(Feature.MUTATING_ADMISSION_POLICY)),
            new MutatingAdmissionWebhook(cluster, authorizer, kinds, webhooks.mutating(), audit),
            new ValidatingAdmissionPolicy(cluster, authorizer, kinds, audit),
            new ValidatingAdmissionWebhook(
                cluster, authorizer, kinds, webhooks.validating(), audit),
            new ResourceQuota(cluster, ledger));
  }

  /** Those that are on by default, with some more and without some, each as {@code seen}. */
  public AdmissionChain chain(Admission admission, UnaryOperator<AdmissionPlugin> seen) {
    refuseUnknown(admission, all.stream().map(AdmissionPlugin::name).toList());
    List<AdmissionPlugin> on = new ArrayList<>();
    for (AdmissionPlugin plugin : all) {
      boolean wanted =
          OFF_BY_DEFAULT.contains(plugin.name())
              ? admission.enabled().contains(plugin.name())
              : !admission.disabled().contains(plugin.name());
      if (wanted) {
        on.add(seen.apply(plugin));
      }
    }
    return new AdmissionChain(on);
  }

  /** A plugin that one only thinks is on, or off, is worse than a server that does not start. */
  private static void refuseUnknown(Admission admission, List<String> known) {
    for (String name : admission.enabled()) {
      if (!known.contains(name)) {
        throw new IllegalArgumentException(
            "enable-admission-plugins plugin \""
                + name
                + "\" is unknown; there are: "
                + String.join(", ", known));
      }
      if (admission.disabled().contains(name)) {
        throw new IllegalArgumentException(
            "[" + name + "] in enable-admission-plugins and disable-admission-plugins overlapped");
      }
    }
    for (String name : admission.disabled()) {
      if (!known.contains(name) && !ELSEWHERE.contains(name)) {
        throw new IllegalArgumentException(
            "disable-admission-plugins plugin \"" + name + "\" is unknown");
      }
    }
  }
}
