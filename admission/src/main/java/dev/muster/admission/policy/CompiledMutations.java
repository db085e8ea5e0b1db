package dev.muster.admission.policy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.admission.matching.MatchConditions;
import dev.muster.cel.Compilation;
import dev.muster.cel.Expression;
import dev.muster.cel.ExpressionCompiler;
import dev.muster.cel.ResultType;
import dev.muster.views.AdmissionregistrationV1.MatchCondition;
import dev.muster.views.AdmissionregistrationV1beta1;
import dev.muster.views.AdmissionregistrationV1beta1.MutatingAdmissionPolicySpec;
import dev.muster.views.AdmissionregistrationV1beta1.Variable;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The expressions of one policy that changes objects. Immutable.
 *
 * @param again whether it wants to see what others make of the object after it
 */
record CompiledMutations(
    MatchConditions conditions,
    Map<String, Expression> variables,
    List<Mutation> mutations,
    boolean lenient,
    boolean again) {

  CompiledMutations {
    variables = Collections.unmodifiableMap(new LinkedHashMap<>(variables));
    mutations = List.copyOf(mutations);
  }

  static CompiledMutations of(ObjectNode policy) {
    MutatingAdmissionPolicySpec spec =
        AdmissionregistrationV1beta1.MutatingAdmissionPolicy.of(policy).spec();
    boolean params = spec.paramKind().present();
    ExpressionCompiler compiler = new ExpressionCompiler(params);
    compiler.expectVariables();
    Map<String, Expression> variables = new LinkedHashMap<>();
    for (Variable variable : spec.variables()) {
      String name = variable.name().text();
      if (compiler.compile(variable.expression().text(), ResultType.ANY)
          instanceof Compilation.Compiled compiled) {
        compiler.define(name, compiled.expression());
        variables.put(name, compiled.expression());
      }
    }
    List<MatchCondition> conditions =
        spec.matchConditions().stream().map(c -> new MatchCondition(c.at())).toList();
    return new CompiledMutations(
        MatchConditions.compile(conditions, new ExpressionCompiler(params)),
        variables,
        spec.mutations().stream().map(m -> Mutation.of(m, compiler)).toList(),
        spec.failurePolicy().text().equals("Ignore"),
        spec.reinvocationPolicy().text().equals("IfNeeded"));
  }
}
