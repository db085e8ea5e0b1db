package dev.muster.kinds.quota;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.quantity.Quantity;
import dev.muster.views.CoreV1.ScopedResourceSelectorRequirement;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Knows what objects of a kind count. Objects are counted; some kinds count more than that. */
public class Evaluator {
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

  Evaluator(String resource) {
    this.count = "count/" + resource;
    this.alias = Optional.ofNullable(ALIASES.get(resource));
  }

  /**
   * @param resource with its group, if it has one: {@code deployments.apps}
   */
  public static Evaluator of(String resource) {
    return switch (resource) {
      case "pods" -> new PodEvaluator(resource);
      case "services" -> new ServiceEvaluator(resource);
      case "persistentvolumeclaims" -> new ClaimEvaluator(resource);
      default -> new Evaluator(resource);
    };
  }

  /**
   * Whether a write can change what is counted.
   *
   * @param old null for a create
   */
  public boolean handles(String subresource, ObjectNode object, @Nullable ObjectNode old) {
    return subresource.isEmpty() && old == null;
  }

  /** Whether a quota for this resource is about this kind. */
  public boolean counts(String resource) {
    return resource.equals(count) || alias.filter(resource::equals).isPresent();
  }

  public final Set<String> counted(Set<String> resources) {
    Set<String> out = new TreeSet<>(resources);
    out.removeIf(resource -> !counts(resource));
    return out;
  }

  /** Whether the object is in a scope: {@code scopeName}, {@code operator}, {@code values}. */
  public boolean inScope(ScopedResourceSelectorRequirement scope, ObjectNode object) {
    return false;
  }

  /** What keeps the object from being counted in these resources. */
  public Optional<String> unspecified(Set<String> resources, ObjectNode object) {
    return Optional.empty();
  }

  public QuotaUsage usage(ObjectNode object) {
    QuotaUsage usage = QuotaUsage.none().with(count, ONE);
    alias.ifPresent(name -> usage.with(name, ONE));
    return usage;
  }

  /** Whether a value, if there is one, satisfies what a scope asks of it. */
  static boolean satisfies(ScopedResourceSelectorRequirement scope, String value) {
    boolean listed = !value.isEmpty() && scope.values().texts().contains(value);
    return switch (scope.operator().text()) {
      case "In" -> listed;
      case "NotIn" -> !listed;
      case "Exists" -> !value.isEmpty();
      case "DoesNotExist" -> value.isEmpty();
      default -> false;
    };
  }
}
