package dev.muster.kinds.structural;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.cel.DeclaredType;
import dev.muster.cel.RuleCompiler;
import dev.muster.model.field.Errors;
import dev.muster.model.field.FieldError;
import dev.muster.model.field.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The x-kubernetes-validations of a schema, compiled once: those of one node, and those below it.
 * Immutable, safe for any thread.
 */
public final class ValidationRules {
  private static final Set<String> BLOCKING =
      Set.of(
          "FieldValueNotSupported",
          "FieldValueRequired",
          "FieldValueTooLong",
          "FieldValueTooMany",
          "FieldValueTypeInvalid");

  private final Structural schema;
  private final List<SchemaRule> own;
  private final Map<String, ValidationRules> properties = new TreeMap<>();
  private final @Nullable ValidationRules items;
  private final @Nullable ValidationRules others;
  private final boolean any;

  private ValidationRules(Structural schema, boolean resource) {
    this.schema = schema;
    this.own = schema.rules().isEmpty() ? List.of() : compile(schema, resource);
    for (Map.Entry<String, Structural> e : schema.properties().entrySet()) {
      ValidationRules below = new ValidationRules(e.getValue(), e.getValue().embedded());
      if (below.any) {
        properties.put(e.getKey(), below);
      }
    }
    this.items = below(schema.items());
    this.others = below(schema.others());
    this.any = !own.isEmpty() || !properties.isEmpty() || items != null || others != null;
  }

  private static @Nullable ValidationRules below(@Nullable Structural schema) {
    ValidationRules made = schema == null ? null : new ValidationRules(schema, schema.embedded());
    return made == null || !made.any ? null : made;
  }

  /** Those of a custom resource. */
  public static ValidationRules of(Structural schema) {
    return new ValidationRules(schema, true);
  }

  /** Those of one node alone; empty if its values are none that rules can see. */
  public static List<SchemaRule> compile(Structural schema, boolean resource) {
    DeclaredType type = DeclaredTypes.of(schema, resource);
    if (type == null) {
      return List.of();
    }
    RuleCompiler compiler = new RuleCompiler(type);
    List<SchemaRule> out = new ArrayList<>();
    for (JsonNode rule : schema.rules()) {
      out.add(SchemaRule.of(rule, compiler));
    }
    return List.copyOf(out);
  }

  /**
   * Finds the rules that an object breaks, unless there is so much wrong with it already that they
   * could not be asked.
   *
   * @param found what is wrong with it already
   * @param warn is told of what was so before, and so may stay
   */
  public void validate(
      ObjectNode object, @Nullable ObjectNode old, Errors found, Consumer<String> warn) {
    if (!any) {
      return;
    }
    for (FieldError fault : found.list()) {
      if (BLOCKING.contains(fault.reason())) {
        found.invalid(
            Path.root(),
            "null",
            "some validation rules were not checked because the object was invalid; correct the existing errors to complete validation");
        return;
      }
    }
    new RuleRun(found, warn).node(this, Path.root(), object, old, new Correlation(old), null);
  }

  /** As {@link #validate} for a value by itself, such as a default. */
  void validateValue(JsonNode value, Path at, Errors errors) {
    if (any) {
      new RuleRun(errors, warning -> {}).node(this, at, value, value, Correlation.NONE, null);
    }
  }

  Structural schema() {
    return schema;
  }

  List<SchemaRule> own() {
    return own;
  }

  @Nullable ValidationRules property(String name) {
    return properties.get(name);
  }

  @Nullable ValidationRules items() {
    return items;
  }

  @Nullable ValidationRules others() {
    return others;
  }
}
