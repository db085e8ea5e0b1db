package dev.muster.admission.quota;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.admission.AdmissionRequest;
import dev.muster.admission.Operation;
import dev.muster.model.field.At;
import dev.muster.model.quantity.Quantity;
import dev.muster.model.scheme.Kind;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Knows what objects of a kind count. Objects are counted; some kinds count more than that. */
class Evaluator {
  static final Quantity ONE = Quantity.of(1);

  /** Kinds whose number quotas know by a name of its own. */
  private static final Map<String, String> ALIASES =
      Map.of(
          "configmaps", "configmaps",
          "resourcequotas", "resourcequotas",
          "replicationcontrollers", "replicationcontrollers",
          "secrets", "secrets");

  private final String count;
  private final Optional<String> alias;

  Evaluator(Kind kind) {
    this.count = "count/" + kind.qualifiedPlural();
    this.alias = Optional.ofNullable(ALIASES.get(kind.qualifiedPlural()));
  }

  static Evaluator of(Kind kind) {
    return switch (kind.qualifiedPlural()) {
      case "pods" -> new PodEvaluator(kind);
      case "services" -> new ServiceEvaluator(kind);
      case "persistentvolumeclaims" -> new ClaimEvaluator(kind);
      default -> new Evaluator(kind);
    };
  }

  /** Whether the request can change what is counted. */
  boolean handles(AdmissionRequest request) {
    return request.subresource().isEmpty() && request.operation() == Operation.CREATE;
  }

  /** Whether a quota for this resource is about this kind. */
  boolean counts(String resource) {
    return resource.equals(count) || alias.filter(resource::equals).isPresent();
  }

  final Set<String> counted(Set<String> resources) {
    Set<String> out = new TreeSet<>(resources);
    out.removeIf(resource -> !counts(resource));
    return out;
  }

  /** Whether the object is in a scope: {@code scopeName}, {@code operator}, {@code values}. */
  boolean inScope(At scope, ObjectNode object) {
    return false;
  }

  /** What keeps the object from being counted in these resources. */
  Optional<String> unspecified(Set<String> resources, ObjectNode object) {
    return Optional.empty();
  }

  QuotaUsage usage(ObjectNode object) {
    QuotaUsage usage = QuotaUsage.none().with(count, ONE);
    alias.ifPresent(name -> usage.with(name, ONE));
    return usage;
  }

  /** Whether a value, if there is one, satisfies what a scope asks of it. */
  static boolean satisfies(At scope, String value) {
    boolean listed = !value.isEmpty() && scope.get("values").texts().contains(value);
    return switch (scope.text("operator")) {
      case "In" -> listed;
      case "NotIn" -> !listed;
      case "Exists" -> !value.isEmpty();
      case "DoesNotExist" -> value.isEmpty();
      default -> false;
    };
  }
}
