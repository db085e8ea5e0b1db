package dev.muster.apiserver.handlers;

import dev.muster.apiserver.proxy.Relay;
import dev.muster.apiserver.registry.Registry;
import dev.muster.apiserver.registry.RegistryParts;
import dev.muster.apiserver.registry.WriteAdmission;
import dev.muster.apiserver.resourcemetrics.NodeScrapes;
import dev.muster.apiserver.reviews.OpenIdDocuments;
import dev.muster.apiserver.reviews.Reviews;
import dev.muster.apiserver.visibility.AccessFilter;
import dev.muster.authz.Authorizer;
import dev.muster.kinds.discovery.Discovery;
import dev.muster.kinds.openapi.OpenApi;
import dev.muster.model.codec.Bodies;
import dev.muster.model.scheme.Kinds;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;

/** Wires the handlers. */
public final class Handlers {
  private final RegistryParts objects;
  private final Authorizer authorizer;
  private final Reviews reviews;
  private final Operations operations;
  private final AccessFilter filter;
  private final Bodies bodies;

  public Handlers(
      RegistryParts objects,
      Authorizer authorizer,
      Reviews reviews,
      Operations operations,
      AccessFilter filter) {
    this.objects = objects;
    this.authorizer = authorizer;
    this.reviews = reviews;
    this.operations = operations;
    this.filter = filter;
    this.bodies = new Bodies(objects.kinds());
  }

  /**
   * What answers every request.
   *
   * @param serverAddress where clients reach it, as discovery tells them
   */
  public ApiEndpoint endpoint(Identification identification, String serverAddress) {
    Kinds kinds = objects.kinds();
    Registry registry = objects.registry();
    InstantSource clock = objects.clock();
    Negotiation encodings = new Negotiation(kinds, clock);
    ResourceHandler resources =
        new ResourceHandler(
            registry,
            encodings,
            bodies,
            new Lists(registry.store()),
            new Watches(registry.store(), clock),
            new Writes(bodies, registry),
            new Patching(bodies, registry, objects.fields(), clock),
            objects.deletes(),
            operations.storedOnly());
    PodBindings bindings = new PodBindings(bodies, registry, objects.admission(), kinds, clock);
    return new ApiEndpoint(
        operations.observer(),
        operations.decisions(),
        operations.refusals(),
        identification,
        authorizer,
        filter,
        kinds,
        resources,
        new Subresources(resources, subresources(bindings)),
        new UnstoredKinds(unstored(bindings, encodings)),
        kinds.derived(() -> paths(kinds, serverAddress, reviews.openId(), operations)),
        operations.flow(),
        new Weigher(registry),
        new WorkEstimator(registry));
  }

  private Map<String, Subresources.Handler> subresources(PodBindings bindings) {
    Kinds kinds = objects.kinds();
    Registry registry = objects.registry();
    InstantSource clock = objects.clock();
    WriteAdmission admission = objects.admission();
    ConnectAccess access = new ConnectAccess(authorizer, operations.gates());
    PodConnections pods = new PodConnections(access, registry, kinds, operations.backends());
    Relay relay = new Relay(operations.backends());
    return Map.of(
        "scale",
        new Scaling(bodies, registry, objects.fields(), clock),
        "pods/binding",
        bindings,
        "pods/eviction",
        new Evictions(
            bodies, registry, admission, objects.cluster(), objects.deletes(), kinds, clock),
        "pods/log",
        pods,
        "pods/exec",
        new Connects(admission, pods),
        "pods/attach",
        new Connects(admission, pods),
        "pods/portforward",
        new Connects(admission, pods),
        "proxy",
        new Connects(admission, new Proxies(access, registry, kinds, relay)),
        "serviceaccounts/token",
        new TokenHandler(bodies, objects.fields(), admission, reviews.tokens(), clock));
  }

  private Map<String, Subresources.Handler> unstored(PodBindings bindings, Negotiation encodings) {
    Map<String, Subresources.Handler> unstored = new LinkedHashMap<>();
    unstored.put("componentstatuses", new ComponentStatuses(operations.components(), encodings));
    unstored.put("bindings", bindings);
    unstored.put(
        "decisions.access.muster.dev",
        new DecisionHandler(operations.decisions(), encodings, objects.clock()));
    NodeScrapes scrapes = new NodeScrapes(operations.backends(), objects.clock());
    unstored.put(
        "nodes.metrics.k8s.io",
        new NodeMetricsHandler(objects.cluster(), scrapes, encodings, objects.clock()));
    unstored.put(
        "pods.metrics.k8s.io",
        new PodMetricsHandler(objects.cluster(), scrapes, encodings, objects.clock()));
    reviews
        .byPlural()
        .forEach(
            (plural, review) ->
                unstored.put(
                    plural,
                    new ReviewHandler(
                        bodies, objects.fields(), objects.admission(), review, objects.clock())));
    reviews
        .questions()
        .forEach((plural, question) -> unstored.put(plural, new QuestionHandler(bodies, question)));
    reviews
        .lists()
        .ifPresent(
            lists ->
                unstored.put(
                    "subjectaccessreviewlists.access.muster.dev",
                    new ReviewListHandler(bodies, lists)));
    return unstored;
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
    new FlowPages(operations.flow().dump()).addTo(paths);
    return paths
        .reading("/version", new ServedVersion(operations.gates().version()))
        .at("/metrics", operations.metrics())
        .indexed();
  }
}
