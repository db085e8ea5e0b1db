package dev.muster.apiserver.server;

import dev.muster.admission.AdmissionChain;
import dev.muster.admission.AuditTrail;
import dev.muster.apiserver.access.AdmissionTrial;
import dev.muster.apiserver.access.ClusterInventory;
import dev.muster.apiserver.access.DecidingChain;
import dev.muster.apiserver.access.DryWrites;
import dev.muster.apiserver.admissionwebhook.HttpWebhooks;
import dev.muster.apiserver.audit.Audit;
import dev.muster.apiserver.audit.AuditLog;
import dev.muster.apiserver.audit.AuditPolicy;
import dev.muster.apiserver.audit.AuditPolicyFile;
import dev.muster.apiserver.authzconfig.ConfiguredAuthorizer;
import dev.muster.apiserver.customresources.CustomResources;
import dev.muster.apiserver.decisions.DecisionLog;
import dev.muster.apiserver.metrics.MeteredStore;
import dev.muster.apiserver.metrics.ServerMetrics;
import dev.muster.apiserver.registry.ClusterView;
import dev.muster.apiserver.registry.Consequence;
import dev.muster.apiserver.registry.DanglingFlows;
import dev.muster.apiserver.registry.Deletes;
import dev.muster.apiserver.registry.FieldOwnership;
import dev.muster.apiserver.registry.ManagedFieldOwnership;
import dev.muster.apiserver.registry.Registry;
import dev.muster.apiserver.registry.RegistryParts;
import dev.muster.apiserver.registry.RemoteApiServices;
import dev.muster.apiserver.registry.ServiceAddresses;
import dev.muster.apiserver.registry.SigningRequesters;
import dev.muster.apiserver.registry.StoredObject;
import dev.muster.apiserver.registry.StoredQuotas;
import dev.muster.apiserver.registry.VolumePhases;
import dev.muster.apiserver.registry.WriteAdmission;
import dev.muster.apiserver.registry.WriteRules;
import dev.muster.apiserver.request.AccessObserver;
import dev.muster.apiserver.visibility.AccessFilter;
import dev.muster.base.Closing;
import dev.muster.client.kubeconfig.KubeconfigUsers;
import dev.muster.model.apply.ManagedFields;
import dev.muster.model.scheme.Kinds;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a server is made of, before anybody can reach it: from the store up to the registry, one of
 * each.
 *
 * @param deciding the authorizers, as questions about access ask them
 * @param trial what admission would say
 * @param inventory what is there beside roles and bindings
 * @param audit who is told of every request, if anybody is
 * @param decisions who is told what was decided about a request, the audit included
 * @param custom the kinds that definitions bring
 * @param objects the way to the objects in the store
 * @param filter what callers see who may not see all
 */
record ServerParts(
    MeteredStore<StoredObject> store,
    ServerMetrics metrics,
    Modes modes,
    DecidingChain deciding,
    AdmissionTrial trial,
    ClusterInventory inventory,
    Optional<Audit> audit,
    DecisionLog decisions,
    CustomResources custom,
    RegistryParts objects,
    AccessFilter filter) {

  /** Those on a store; what has to be closed with the server is left with {@code closing}. */
  static ServerParts on(
      MeteredStore<StoredObject> store,
      Kinds kinds,
      ServerConfig config,
      Clock clock,
      Closing closing) {
    ServerMetrics metrics = new ServerMetrics(kinds, store, config.features().gates());
    closing.add(store.startCompaction());
    RbacMirror rbac = new RbacMirror(store);
    Modes modes =
        closing.add(
            Modes.of(config.authorization(), rbac, () -> new NodeMirror(store, kinds), metrics));
    ConfiguredAuthorizer authorizer = modes.authorizer();
    Optional<Audit> audit = audit(config.auditing(), clock, metrics, closing);
    DecisionLog decisions =
        new DecisionLog(
            audit.isPresent() ? audit.get() : AccessObserver.NONE,
            () -> store.snapshot().revision(),
            clock);
    ClusterView cluster = new ClusterView(store, kinds);
    ManagedFields fields = new ManagedFields(kinds);
    FieldOwnership ownership = new ManagedFieldOwnership(fields, clock);
    AdmissionChain plugins =
        new AdmissionPlugins(
                cluster,
                authorizer,
                kinds,
                webhooks(config.admission(), cluster, closing),
                new StoredQuotas(store, ownership, kinds),
                config.features(),
                audit.isPresent() ? audit.get() : AuditTrail.NONE,
                metrics.mutations())
            .chain(config.admission(), metrics::timing);
    CustomResources custom =
        closing.add(
            new CustomResources(
                store, kinds, closing.add(new HttpWebhooks(cluster, KubeconfigUsers.NONE)), clock));
    List<Consequence> consequences = new ArrayList<>(DanglingFlows.of(store, fields, kinds, clock));
    consequences.add(new RemoteApiServices(store, fields, kinds, clock));
    consequences.add(custom);
    WriteRules rules =
        new WriteRules(
            ownership,
            List.of(
                new CreateByUpdateGuard(authorizer),
                new EscalationGuard(rbac, authorizer),
                new ParamAccessGuard(authorizer, cluster, kinds)),
            List.of(
                new ServiceAddresses(store), new SigningRequesters(clock), new VolumePhases(clock)),
            consequences);
    WriteAdmission admission = new WriteAdmission(plugins);
    Registry registry = new Registry(store, admission, rules, clock);
    Deletes deletes = new Deletes(registry, admission, rules, clock);
    return new ServerParts(
        store,
        metrics,
        modes,
        new DecidingChain(authorizer, new StoredPolicies(rbac, store)),
        new AdmissionTrial(
            authorizer,
            new DryWrites(kinds, plugins, seen -> new Registry(store, seen, rules, clock))),
        new StoredInventory(store, kinds, config.admission(), StoredInventory.Bounds.DEFAULTS),
        audit,
        decisions,
        custom,
        new RegistryParts(kinds, cluster, fields, admission, registry, deletes, clock),
        new AccessFilter(authorizer, modes.authorizer()::types, rbac, store));
  }

  private static AdmissionPlugins.Webhooks webhooks(
      Admission admission, ClusterView cluster, Closing closing) {
    Map<String, KubeconfigUsers> users =
        admission.configFile().map(AdmissionConfigFile::read).orElse(Map.of());
    return new AdmissionPlugins.Webhooks(
        closing.add(webhook(cluster, users, "MutatingAdmissionWebhook")),
        closing.add(webhook(cluster, users, "ValidatingAdmissionWebhook")));
  }

  private static HttpWebhooks webhook(
      ClusterView cluster, Map<String, KubeconfigUsers> users, String plugin) {
    return new HttpWebhooks(cluster, users.getOrDefault(plugin, KubeconfigUsers.NONE));
  }

  private static Optional<Audit> audit(
      Auditing config, Clock clock, ServerMetrics metrics, Closing closing) {
    AuditPolicy policy =
        config.policyFile().map(AuditPolicyFile::read).orElseGet(AuditPolicy::defaults);
    return config
        .logPath()
        .map(path -> AuditLog.open(path, config.limits(), clock, metrics.auditCounts()))
        .map(log -> new Audit(policy, closing.add(log), clock));
  }
}
