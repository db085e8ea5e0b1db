package dev.muster.apiserver.handlers;

import dev.muster.apiserver.proxy.Relay;
import dev.muster.apiserver.registry.ClusterView;
import dev.muster.apiserver.registry.Creates;
import dev.muster.apiserver.registry.Deletes;
import dev.muster.apiserver.registry.Registry;
import dev.muster.apiserver.registry.Updates;
import dev.muster.apiserver.reviews.OpenIdDocuments;
import dev.muster.apiserver.reviews.Reviews;
import dev.muster.authz.Authorizer;
import dev.muster.kinds.discovery.Discovery;
import dev.muster.kinds.openapi.OpenApi;
import dev.muster.model.apply.ManagedFields;
import dev.muster.model.codec.Bodies;
import dev.muster.model.scheme.Kinds;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;

/** Wires the handlers. */
public final class Handlers {
  private Handlers() {}

  public static ApiEndpoint endpoint(
      Kinds kinds,
      Registry registry,
      Creates creates,
      Updates updates,
      Deletes deletes,
      Identification identification,
      Authorizer authorizer,
      Reviews reviews,
      InstantSource clock,
      String serverAddress,
      Operations operations) {
    Bodies bodies = new Bodies(kinds);
    ManagedFields fields = new ManagedFields(kinds);
    Forms forms = new Forms(kinds, clock);
    ResourceHandler resources =
        new ResourceHandler(
            registry,
            forms,
            bodies,
            new Lists(registry.store()),
            new Watches(registry.store(), clock),
            new Writes(bodies, creates, updates),
            new Patching(bodies, updates, fields, clock),
            deletes,
            operations.storedOnly());
    PodBindings bindings = new PodBindings(bodies, registry, updates, kinds, clock);
    ClusterView cluster = new ClusterView(registry.store(), kinds);
    ConnectAccess access = new ConnectAccess(authorizer, operations.gates());
    PodConnections pods = new PodConnections(access, registry, kinds, operations.backends());
    Map<String, Subresources.Handler> subresources = new LinkedHashMap<>();
    subresources.put("scale", new Scaling(bodies, registry, updates, fields, clock));
    subresources.put("pods/binding", bindings);
    subresources.put(
        "pods/eviction", new Evictions(bodies, registry, cluster, updates, deletes, kinds, clock));
    subresources.put("pods/log", pods);
    for (String name : new String[] {"exec", "attach", "portforward"}) {
      subresources.put("pods/" + name, new Connects(registry, pods));
    }
    subresources.put(
        "proxy",
        new Connects(
            registry, new Proxies(access, registry, kinds, new Relay(operations.backends()))));
    ManagedFields owners = new ManagedFields(kinds);
    subresources.put(
        "serviceaccounts/token",
        new TokenHandler(bodies, owners, registry, reviews.tokens(), clock));
    Map<String, Subresources.Handler> questions = new LinkedHashMap<>();
    questions.put("componentstatuses", new ComponentStatuses(operations.components(), forms));
    questions.put("bindings", bindings);
    reviews
        .questions()
        .forEach(
            (plural, review) ->
                questions.put(plural, new ReviewHandler(bodies, owners, registry, review, clock)));
    return new ApiEndpoint(
        operations.observer(),
        operations.access(),
        identification,
        authorizer,
        kinds,
        resources,
        new Subresources(resources, subresources),
        new Questions(questions),
        kinds.derived(() -> paths(kinds, serverAddress, reviews.openId(), operations)),
        operations.flow(),
        new Weigher(registry));
  }

  private static Paths paths(
      Kinds kinds, String serverAddress, OpenIdDocuments openId, Operations operations) {
    Paths paths = new Paths();
    new DiscoveryPaths(new Discovery(kinds, serverAddress)).addTo(paths, kinds);
    new OpenApiDocuments(new OpenApi(kinds, ServedVersion.GIT)).addTo(paths);
    for (String name : new String[] {"healthz", "livez", "readyz"}) {
      paths.under("/" + name, new Health(name, operations.health().of(name)));
    }
    paths.reading(OpenIdDocuments.CONFIGURATION_PATH, openId.configurationEndpoint());
    paths.reading(OpenIdDocuments.KEY_SET_PATH, openId.keySetEndpoint());
    return paths
        .reading("/version", new ServedVersion(operations.gates().version()))
        .at("/metrics", operations.metrics())
        .indexed();
  }
}
