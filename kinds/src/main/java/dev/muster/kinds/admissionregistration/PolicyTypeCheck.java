package dev.muster.kinds.admissionregistration;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.cel.Compilation;
import dev.muster.cel.ExpressionCompiler;
import dev.muster.cel.ResultType;
import dev.muster.model.field.At;
import dev.muster.model.schema.StructType;
import dev.muster.model.scheme.Kind;
import dev.muster.model.scheme.Kinds;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/**
 * Reads a policy's expressions once more, now with the types of the objects that it is about. What
 * is found are warnings: when a policy is applied, everything is of any type.
 */
public final class PolicyTypeCheck {
  private static final int MAX_TYPES = 10;
  private static final Comparator<Kind> ORDER =
      Comparator.comparing(Kind::group).thenComparing(Kind::version).thenComparing(Kind::kind);

  /**
   * @param field the expression's place in the policy
   */
  public record Warning(String field, String text) {}

  private final Kinds kinds;

  public PolicyTypeCheck(Kinds kinds) {
    this.kinds = kinds;
  }

  /** The warnings about a policy, in the order of its expressions. */
  public List<Warning> check(ObjectNode policy) {
    At spec = At.root(policy).get("spec");
    Map<String, List<String>> found = new LinkedHashMap<>();
    for (Kind kind : typesOf(spec.get("matchConstraints", "resourceRules"))) {
      ExpressionCompiler compiler = compiler(spec, kind.type());
      for (At validation : spec.get("validations").each()) {
        for (String field : List.of("expression", "messageExpression")) {
          At expression = validation.get(field);
          List<String> texts =
              found.computeIfAbsent(expression.path().toString(), any -> new ArrayList<>());
          if (!expression.empty()
              && compiler.compile(expression.text(), ResultType.ANY)
                  instanceof Compilation.Refused refused) {
            texts.add(named(kind) + ": " + refused.issues() + "\n");
          }
        }
      }
    }
    List<Warning> warnings = new ArrayList<>();
    found.forEach(
        (field, texts) -> {
          if (!texts.isEmpty()) {
            warnings.add(new Warning(field, String.join("\n", texts)));
          }
        });
    return warnings;
  }

  private ExpressionCompiler compiler(At spec, StructType object) {
    Optional<StructType> params =
        kinds
            .byKind(spec.get("paramKind").text("apiVersion"), spec.get("paramKind").text("kind"))
            .map(Kind::type);
    ExpressionCompiler compiler = ExpressionCompiler.typed(spec.has("paramKind"), object, params);
    for (At variable : spec.get("variables").each()) {
      if (compiler.compile(variable.text("expression"), ResultType.ANY)
          instanceof Compilation.Compiled compiled) {
        compiler.define(variable.text("name"), compiled.expression());
      }
    }
    return compiler;
  }

  /** Rules with wildcards are about too much to be checked; so is what is beyond ten kinds. */
  private List<Kind> typesOf(At rules) {
    TreeSet<Kind> types = new TreeSet<>(ORDER);
    for (At rule : rules.each()) {
      List<String> groups = rule.get("apiGroups").texts();
      List<String> versions = rule.get("apiVersions").texts();
      if (wild(groups) || wild(versions)) {
        continue;
      }
      for (String group : groups.stream().sorted().toList()) {
        for (String version : versions.stream().sorted().toList()) {
          for (String resource : rule.get("resources").texts().stream().sorted().toList()) {
            String apiVersion = group.isEmpty() ? version : group + "/" + version;
            if (types.size() < MAX_TYPES) {
              kinds.byResource(apiVersion, resource).ifPresent(types::add);
            }
          }
        }
      }
    }
    return List.copyOf(types);
  }

  private static boolean wild(List<String> names) {
    return names.stream().anyMatch(name -> name.contains("*"));
  }

  private static String named(Kind kind) {
    return kind.group() + "/" + kind.version() + ", Kind=" + kind.kind();
  }
}
