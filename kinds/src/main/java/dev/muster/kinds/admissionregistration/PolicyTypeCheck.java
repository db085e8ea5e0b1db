package dev.muster.kinds.admissionregistration;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.cel.Compilation;
import dev.muster.cel.ExpressionCompiler;
import dev.muster.cel.ResultType;
import dev.muster.model.field.At;
import dev.muster.model.scheme.Kind;
import dev.muster.model.scheme.Kinds;
import dev.muster.model.types.StructType;
import dev.muster.views.AdmissionregistrationV1.NamedRuleWithOperations;
import dev.muster.views.AdmissionregistrationV1.ValidatingAdmissionPolicy;
import dev.muster.views.AdmissionregistrationV1.ValidatingAdmissionPolicySpec;
import dev.muster.views.AdmissionregistrationV1.Validation;
import dev.muster.views.AdmissionregistrationV1.Variable;
import dev.muster.views.ViewList;
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
    ValidatingAdmissionPolicySpec spec = ValidatingAdmissionPolicy.of(policy).spec();
    Map<String, List<String>> found = new LinkedHashMap<>();
    for (Kind kind : typesOf(spec.matchConstraints().resourceRules())) {
      ExpressionCompiler compiler = compiler(spec, kind.type());
      for (Validation validation : spec.validations()) {
        for (String field : List.of("expression", "messageExpression")) {
          At expression = validation.at().get(field);
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

  private ExpressionCompiler compiler(ValidatingAdmissionPolicySpec spec, StructType object) {
    Optional<StructType> params =
        kinds
            .byKind(spec.paramKind().apiVersion().text(), spec.paramKind().kind().text())
            .map(Kind::type);
    ExpressionCompiler compiler =
        ExpressionCompiler.typed(spec.paramKind().present(), object, params);
    for (Variable variable : spec.variables()) {
      if (compiler.compile(variable.expression().text(), ResultType.ANY)
          instanceof Compilation.Compiled compiled) {
        compiler.define(variable.name().text(), compiled.expression());
      }
    }
    return compiler;
  }

  /** Rules with wildcards are about too much to be checked; so is what is beyond ten kinds. */
  private List<Kind> typesOf(ViewList<NamedRuleWithOperations> rules) {
    TreeSet<Kind> types = new TreeSet<>(ORDER);
    for (NamedRuleWithOperations rule : rules) {
      List<String> groups = rule.apiGroups().texts();
      List<String> versions = rule.apiVersions().texts();
      if (wild(groups) || wild(versions)) {
        continue;
      }
      for (String group : groups.stream().sorted().toList()) {
        for (String version : versions.stream().sorted().toList()) {
          for (String resource : rule.resources().texts().stream().sorted().toList()) {
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
