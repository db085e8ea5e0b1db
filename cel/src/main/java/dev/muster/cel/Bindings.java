package dev.muster.cel;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cel.common.values.NullValue;
import dev.muster.cel.AccessCheck.Who;
import dev.muster.cel.AccessFunctions.Asker;
import dev.muster.cel.AccessFunctions.Group;
import dev.muster.cel.AccessFunctions.Resource;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.AbstractMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The variables of one request, under the names that expressions use. The variables that a policy
 * defines are evaluated when they are first read, and once. Belongs to one thread.
 */
public final class Bindings {
  private final Map<String, Object> values = new HashMap<>();
  private final Map<String, Expression> definitions;
  private final Map<String, Object> computed = new HashMap<>();

  /** Thrown through the interpreter when a variable's evaluation spends the whole budget. */
  static final class BudgetSpent extends Error {
    private static final long serialVersionUID = 1;

    BudgetSpent() {
      super("budget", null, false, false);
    }
  }

  /**
   * @param definitions the expressions behind {@code variables.name}
   */
  public Bindings(Map<String, Expression> definitions) {
    this.definitions = definitions;
  }

  /** Binds a name to a tree; null is the value null. The tree must not change from now on. */
  public Bindings with(String name, @Nullable JsonNode tree) {
    values.put(name, JsonView.of(tree));
    return this;
  }

  /**
   * Binds {@code claims} or {@code user}: numbers are doubles, and names that expressions cannot
   * spell can be escaped. The tree must not change from now on.
   */
  public Bindings withClaims(String name, ObjectNode tree) {
    values.put(name, JsonView.ofClaims(tree));
    return this;
  }

  /** Binds {@code namespaceObject}, with times as times. */
  public Bindings withNamespace(@Nullable ObjectNode namespace) {
    if (namespace == null) {
      values.put("namespaceObject", NullValue.NULL_VALUE);
      return this;
    }
    Map<String, Object> metadata = new LinkedHashMap<>();
    for (Map.Entry<String, JsonNode> e : namespace.path("metadata").properties()) {
      switch (e.getKey()) {
        case "managedFields", "ownerReferences", "selfLink" -> {}
        case "creationTimestamp", "deletionTimestamp" ->
            metadata.put(e.getKey(), time(e.getValue()));
        default -> metadata.put(e.getKey(), JsonView.of(e.getValue()));
      }
    }
    Map<String, Object> out = new LinkedHashMap<>();
    out.put("metadata", metadata);
    out.put("spec", JsonView.of(namespace.path("spec")));
    out.put("status", JsonView.of(namespace.path("status")));
    values.put("namespaceObject", out);
    return this;
  }

  private static Object time(JsonNode text) {
    try {
      return Instant.parse(text.asText());
    } catch (DateTimeParseException e) {
      return NullValue.NULL_VALUE;
    }
  }

  /** Binds {@code authorizer}, and {@code authorizer.requestResource} to what is requested. */
  public Bindings withAuthorizer(
      AccessCheck check,
      String group,
      String resource,
      String subresource,
      String namespace,
      String name) {
    Asker asker = new Asker(check, Who.REQUESTER);
    values.put("authorizer", asker);
    values.put(
        "authorizer.requestResource",
        Resource.of(new Group(asker, group), resource).in(subresource, namespace, name));
    return this;
  }

  Map<String, Object> values(Budget budget) {
    values.put("variables", new Lazy(budget));
    return values;
  }

  private final class Lazy extends AbstractMap<String, Object> {
    private final Budget budget;

    Lazy(Budget budget) {
      this.budget = budget;
    }

    @Override
    public boolean containsKey(@Nullable Object key) {
      return definitions.containsKey(key);
    }

    @Override
    public @Nullable Object get(@Nullable Object key) {
      Expression definition = definitions.get(key);
      if (definition == null || !(key instanceof String name)) {
        return null;
      }
      Object known = computed.get(name);
      if (known == null) {
        known = compute(name, definition);
        computed.put(name, known);
      }
      return known;
    }

    private Object compute(String name, Expression definition) {
      return switch (definition.evaluate(Bindings.this, budget)) {
        case Evaluation.Value found -> found.value();
        case Evaluation.Failed failed -> throw new VariableFault(name, failed.message());
        case Evaluation.OutOfBudget spent -> throw new BudgetSpent();
      };
    }

    @Override
    public Set<Map.Entry<String, Object>> entrySet() {
      throw new VariableFault("variables", "only their names can be used");
    }
  }
}
