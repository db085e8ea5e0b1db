package dev.muster.admission.policy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.admission.AdmissionRequest;
import dev.muster.admission.Operation;
import dev.muster.admission.matching.RequestMatcher;
import dev.muster.model.scheme.Kind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * All bound policies at one time, found by what is requested: a request costs what its own policies
 * cost, however many others there are. Safe for any thread.
 */
final class PolicyIndex {
  static final PolicyIndex EMPTY = new PolicyIndex(List.of(), Map.of());

  private final List<Bound> all;
  private final Map<String, Versioned> byName;
  private final Map<Shape, List<Bound>> byShape = new ConcurrentHashMap<>();

  private record Shape(Operation operation, String apiVersion, String plural, String sub) {}

  /** A compiled policy with the state of the object it was compiled from. */
  private record Versioned(JsonNode spec, CompiledPolicy compiled, RequestMatcher matcher) {}

  record Binding(String name, RequestMatcher matcher, JsonNode spec) {}

  record Bound(
      String name,
      CompiledPolicy policy,
      RequestMatcher matcher,
      JsonNode spec,
      List<Binding> bindings) {}

  private PolicyIndex(List<Bound> all, Map<String, Versioned> byName) {
    this.all = all;
    this.byName = byName;
  }

  boolean isEmpty() {
    return all.isEmpty();
  }

  /** The index for these objects; policies that have not changed are not compiled again. */
  PolicyIndex updated(List<ObjectNode> policies, List<ObjectNode> bindings) {
    Map<String, List<Binding>> bound = new HashMap<>();
    for (ObjectNode binding : bindings) {
      JsonNode spec = binding.path("spec");
      bound
          .computeIfAbsent(spec.path("policyName").asText(), any -> new ArrayList<>())
          .add(
              new Binding(
                  name(binding), RequestMatcher.binding(spec.path("matchResources")), spec));
    }
    Map<String, Versioned> compiled = new HashMap<>();
    List<Bound> out = new ArrayList<>();
    for (ObjectNode policy : policies) {
      List<Binding> own = bound.get(name(policy));
      if (own != null) {
        Versioned versioned = versioned(policy);
        compiled.put(name(policy), versioned);
        own.sort(Comparator.comparing(Binding::name));
        out.add(
            new Bound(
                name(policy),
                versioned.compiled(),
                versioned.matcher(),
                policy.path("spec"),
                List.copyOf(own)));
      }
    }
    out.sort(Comparator.comparing(Bound::name));
    return new PolicyIndex(List.copyOf(out), compiled);
  }

  private Versioned versioned(ObjectNode policy) {
    JsonNode spec = policy.path("spec");
    Versioned known = byName.get(name(policy));
    return known != null && known.spec().equals(spec)
        ? known
        : new Versioned(
            spec, new CompiledPolicy(policy), RequestMatcher.policy(spec.path("matchConstraints")));
  }

  private static String name(ObjectNode object) {
    return object.path("metadata").path("name").asText();
  }

  /** The policies that can be about requests like this one. */
  List<Bound> candidates(AdmissionRequest request, Function<Kind, List<Kind>> versions) {
    Kind kind = request.asked();
    Shape shape =
        new Shape(request.operation(), kind.apiVersion(), kind.plural(), request.subresource());
    return byShape.computeIfAbsent(
        shape,
        any ->
            all.stream()
                .filter(
                    b ->
                        b.matcher()
                            .mayMatch(
                                request.operation(), versions.apply(kind), request.subresource()))
                .toList());
  }
}
