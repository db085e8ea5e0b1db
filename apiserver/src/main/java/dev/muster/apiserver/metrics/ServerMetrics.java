package dev.muster.apiserver.metrics;

import dev.muster.admission.AdmissionPlugin;
import dev.muster.admission.policy.MutationMetrics;
import dev.muster.apiserver.audit.AuditCounts;
import dev.muster.apiserver.authn.Authenticator;
import dev.muster.apiserver.authn.jwt.JwtObserver;
import dev.muster.apiserver.authzconfig.ChainObserver;
import dev.muster.apiserver.flow.FlowControl;
import dev.muster.apiserver.flow.config.FlowObserver;
import dev.muster.apiserver.request.RequestObserver;
import dev.muster.authz.Authorizer;
import dev.muster.authz.webhook.WebhookObserver;
import dev.muster.base.metrics.Counters;
import dev.muster.base.metrics.Histograms;
import dev.muster.base.metrics.Metric;
import dev.muster.base.metrics.MetricsPage;
import dev.muster.http.Endpoint;
import dev.muster.kinds.features.FeatureGates;
import dev.muster.model.scheme.Kinds;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/** All that one server counts, and the page that shows it. */
public final class ServerMetrics {
  private final RequestMetrics requests;
  private final AccessMetrics access = new AccessMetrics();
  private final Histograms admission = MeteredPlugin.durations();
  private final MutationCounts mutations = new MutationCounts();
  private final Counters audit =
      Counters.counter("apiserver_audit_event_total", "Events written to the audit log.");
  private final Counters auditErrors =
      Counters.counter("apiserver_audit_error_total", "Events that could not be logged.", "plugin");
  private final LongAdder auditEvents = audit.of();
  private final LongAdder auditLosses = auditErrors.of("log");
  private final ReloadMetrics reloads = new ReloadMetrics();
  private final WebhookMetrics webhooks = new WebhookMetrics();
  private final DecisionMetrics decisions = new DecisionMetrics();
  private final FlowMetrics flow = new FlowMetrics();
  private final List<Metric> all = new ArrayList<>();

  public ServerMetrics(Kinds kinds, MeteredStore<?> store, FeatureGates gates) {
    requests = new RequestMetrics(kinds);
    all.add(admission);
    all.addAll(mutations.all());
    all.add(auditErrors);
    all.add(audit);
    all.add(decisions.metric());
    all.addAll(reloads.all());
    all.addAll(webhooks.all());
    all.addAll(requests.all());
    all.add(new StoredObjects(store, kinds));
    all.add(new StorageSize(store));
    all.addAll(access.all());
    all.addAll(store.all());
    all.add(new FeatureMetric(gates));
    all.add(new ProcessMetrics());
  }

  public Endpoint counting(Endpoint endpoint) {
    return requests.around(endpoint);
  }

  public Authenticator countingUsers(Authenticator authenticator) {
    return access.authenticator(authenticator);
  }

  public Authorizer countingDecisions(Authorizer authorizer) {
    return access.authorizer(authorizer);
  }

  /** To have the authorizers of a chain counted. */
  public ChainObserver authorizers() {
    return new ChainObserver() {
      @Override
      public Authorizer counting(String type, String name, Authorizer authorizer) {
        return decisions.counting(type, name, authorizer);
      }

      @Override
      public WebhookObserver webhook(String name) {
        return webhooks.of(name);
      }
    };
  }

  /**
   * To be told of a configuration's file, which is shown from now on.
   *
   * @param of what it configures, as {@code authorization}
   * @param serverId tells servers of a cluster apart
   */
  public ConfigReloadMetrics configReloads(String of, String serverId, InstantSource clock) {
    ConfigReloadMetrics config = new ConfigReloadMetrics(of, serverId, clock);
    all.addAll(config.all());
    return config;
  }

  /** To be told of the tokens of issuers; until then nothing is shown of them. */
  public JwtObserver issuers(String serverId, InstantSource clock) {
    JwtMetrics issuers = new JwtMetrics(serverId, clock);
    all.addAll(issuers.all());
    return issuers;
  }

  /** To be told of what becomes of requests in their levels. */
  public FlowObserver flowObserver() {
    return flow;
  }

  /** Shows levels and their seats. */
  public void showing(FlowControl control) {
    all.addAll(flow.all(control));
  }

  public AdmissionPlugin timing(AdmissionPlugin plugin) {
    return new MeteredPlugin(plugin, admission);
  }

  /** To be told of what policies changed. */
  public MutationMetrics mutations() {
    return mutations;
  }

  /** To be told of every request that passes a {@link #counting} endpoint. */
  public RequestObserver observer() {
    return requests;
  }

  public AuditCounts auditCounts() {
    return new AuditCounts() {
      @Override
      public void written() {
        auditEvents.increment();
      }

      @Override
      public void lost() {
        auditLosses.increment();
      }
    };
  }

  /** Counts how often the policy of mode ABAC was read anew, and how that went. */
  public void policyReloaded(boolean good) {
    reloads.happened(good);
  }

  /** Serves the page. */
  public Endpoint page() {
    return exchange ->
        exchange.respond(
            200,
            "text/plain; version=0.0.4; charset=utf-8; escaping=underscores",
            text().getBytes(StandardCharsets.UTF_8));
  }

  String text() {
    MetricsPage page = new MetricsPage();
    all.forEach(metric -> metric.write(page));
    return page.toString();
  }
}
