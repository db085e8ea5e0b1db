package dev.muster.controllers.quota;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.client.api.ApiClient;
import dev.muster.client.api.ApiProblem;
import dev.muster.client.api.ApiResource;
import dev.muster.client.informers.Informer;
import dev.muster.client.informers.ObjectHandler;
import dev.muster.client.informers.SharedInformers;
import dev.muster.kinds.quota.Evaluator;
import dev.muster.views.MetaV1.APIGroup;
import dev.muster.views.MetaV1.APIResourceList;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * The kinds that quotas count. One is watched from when a quota first counts it: nobody pays for
 * what no quota is about. Thread-safe.
 */
final class CountedResources {
  /** Kinds whose quotas have names of their own. */
  private static final List<String> NAMED =
      List.of(
          "pods",
          "services",
          "persistentvolumeclaims",
          "configmaps",
          "secrets",
          "resourcequotas",
          "replicationcontrollers");

  private static final String COUNT = "count/";

  /** What users write into a quota goes into paths: nothing but what a resource is called. */
  private static final Pattern NAME = Pattern.compile("[a-z0-9]([-a-z0-9.]*[a-z0-9])?");

  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final ApiClient client;
  private final SharedInformers informers;
  private final Function<Evaluator, ObjectHandler> handler;
  private final Map<String, Informer> known = new ConcurrentHashMap<>();

  /**
   * @param handler is told of what happens to objects of a kind
   */
  CountedResources(
      ApiClient client, SharedInformers informers, Function<Evaluator, ObjectHandler> handler) {
    this.client = client;
    this.informers = informers;
    this.handler = handler;
  }

  /** The resources that these names are about: {@code pods}, {@code deployments.apps}. */
  static Set<String> of(Set<String> hard) {
    Set<String> resources = new TreeSet<>();
    for (String name : hard) {
      if (name.startsWith(COUNT)) {
        resources.add(name.substring(COUNT.length()));
      }
      NAMED.stream().filter(each -> Evaluator.of(each).counts(name)).forEach(resources::add);
    }
    return resources;
  }

  /**
   * All objects of the resource; empty if the server has none of that name.
   *
   * @throws IOException if it is not known yet
   */
  Optional<Informer> informer(String resource) throws IOException {
    Informer there = known.get(resource);
    if (there != null) {
      return Optional.of(there);
    }
    Optional<ApiResource> found = find(resource);
    if (found.isEmpty()) {
      return Optional.empty();
    }
    Informer informer = informers.of(found.get());
    try {
      if (!informer.awaitSync(PATIENCE)) {
        throw new IOException("the list of " + resource + " takes long");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted");
    }
    if (known.putIfAbsent(resource, informer) == null) {
      informer.handle(handler.apply(Evaluator.of(resource)));
    }
    return Optional.of(informer);
  }

  private Optional<ApiResource> find(String resource) throws IOException {
    if (!NAME.matcher(resource).matches()) {
      return Optional.empty();
    }
    int dot = resource.indexOf('.');
    String plural = dot < 0 ? resource : resource.substring(0, dot);
    try {
      String apiVersion =
          dot < 0
              ? "v1"
              : APIGroup.of(client.get("/apis/" + resource.substring(dot + 1)))
                  .preferredVersion()
                  .groupVersion()
                  .text();
      JsonNode all = client.get((dot < 0 ? "/api/" : "/apis/") + apiVersion);
      return APIResourceList.of(all).resources().stream()
          .filter(each -> each.name().text().equals(plural))
          .filter(each -> each.namespaced().truth())
          .filter(each -> lists(each.verbs().node()))
          .map(each -> ApiResource.namespaced(apiVersion, plural, each.kind().text()))
          .findFirst();
    } catch (ApiProblem e) {
      if (e.isNotFound()) {
        return Optional.empty();
      }
      throw e;
    }
  }

  private static boolean lists(JsonNode verbs) {
    return verbs.valueStream().anyMatch(verb -> verb.asText().equals("watch"));
  }
}
