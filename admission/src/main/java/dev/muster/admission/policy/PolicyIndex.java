package dev.muster.admission.policy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.admission.AdmissionRequest;
import dev.muster.admission.Operation;
import dev.muster.admission.matching.RequestMatcher;
import dev.muster.model.scheme.Kind;
import dev.muster.views.AdmissionregistrationV1;
import dev.muster.views.AdmissionregistrationV1.ValidatingAdmissionPolicyBinding;
import dev.muster.views.AdmissionregistrationV1.ValidatingAdmissionPolicyBindingSpec;
import dev.muster.views.AdmissionregistrationV1.ValidatingAdmissionPolicySpec;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * All bound policies at one time, found by what is requested: a request costs what its own policies
 * cost, however many others there are. Safe for any thread. What all kinds of policies have, and
 * all kinds of bindings, is read by the views of validating ones.
 *
 * @param <P> a policy's expressions, compiled
 */
final class PolicyIndex<P> {
  private final Function<ObjectNode, P> compiler;
  private final List<Bound<P>> all;
  private final Map<String, Versioned<P>> byName;
  private final Map<Shape, List<Bound<P>>> byShape = new ConcurrentHashMap<>();

  private record Shape(Operation operation, String apiVersion, String plural, String sub) {}

  /** A compiled policy with the state of the object it was compiled from. */
  private record Versioned<P>(JsonNode spec, P compiled, RequestMatcher matcher) {}

  record Binding(String name, RequestMatcher matcher, ValidatingAdmissionPolicyBindingSpec spec) {}

  record Bound<P>(
      String name,
      P policy,
      RequestMatcher matcher,
      ValidatingAdmissionPolicySpec spec,
      List<Binding> bindings) {}

  private PolicyIndex(
      Function<ObjectNode, P> compiler, List<Bound<P>> all, Map<String, Versioned<P>> byName) {
    this.compiler = compiler;
    this.all = all;
    this.byName = byName;
  }

  /** Of no policies. */
  static <P> PolicyIndex<P> empty(Function<ObjectNode, P> compiler) {
    return new PolicyIndex<>(compiler, List.of(), Map.of());
  }

  boolean isEmpty() {
    return all.isEmpty();
  }

  /** The index for these objects; policies that have not changed are not compiled again. */
  PolicyIndex<P> updated(List<ObjectNode> policies, List<ObjectNode> bindings) {
    Map<String, List<Binding>> bound = new HashMap<>();
    for (ObjectNode object : bindings) {
      ValidatingAdmissionPolicyBinding binding = ValidatingAdmissionPolicyBinding.of(object);
      ValidatingAdmissionPolicyBindingSpec spec = binding.spec();
      bound
          .computeIfAbsent(spec.policyName().text(), any -> new ArrayList<>())
          .add(
              new Binding(
                  binding.metadata().name().text(),
                  RequestMatcher.binding(spec.matchResources()),
                  spec));
    }
    Map<String, Versioned<P>> compiled = new HashMap<>();
    List<Bound<P>> out = new ArrayList<>();
    for (ObjectNode policy : policies) {
      List<Binding> own = bound.get(name(policy));
      if (own != null) {
        Versioned<P> versioned = versioned(policy);
        compiled.put(name(policy), versioned);
        own.sort(Comparator.comparing(Binding::name));
        out.add(
            new Bound<>(
                name(policy),
                versioned.compiled(),
                versioned.matcher(),
                spec(policy),
                List.copyOf(own)));
      }
    }
    out.sort(Comparator.comparing(Bound::name));
    return new PolicyIndex<>(compiler, List.copyOf(out), compiled);
  }

  private Versioned<P> versioned(ObjectNode policy) {
    ValidatingAdmissionPolicySpec spec = spec(policy);
    Versioned<P> known = byName.get(name(policy));
    return known != null && known.spec().equals(spec.tree())
        ? known
        : new Versioned<>(
            spec.tree(), compiler.apply(policy), RequestMatcher.policy(spec.matchConstraints()));
  }

  private static String name(ObjectNode policy) {
    return AdmissionregistrationV1.ValidatingAdmissionPolicy.of(policy).metadata().name().text();
  }

  private static ValidatingAdmissionPolicySpec spec(ObjectNode policy) {
    return AdmissionregistrationV1.ValidatingAdmissionPolicy.of(policy).spec();
  }

  /** The policies that can be about requests like this one. */
  List<Bound<P>> candidates(AdmissionRequest request, Function<Kind, List<Kind>> versions) {
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
