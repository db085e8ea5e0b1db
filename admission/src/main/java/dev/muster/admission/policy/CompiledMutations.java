package dev.muster.admission.policy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.admission.matching.MatchConditions;
import dev.muster.cel.Compilation;
import dev.muster.cel.Expression;
import dev.muster.cel.ExpressionCompiler;
import dev.muster.cel.ResultType;
import java.util.ArrayList;
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
    JsonNode spec = policy.path("spec");
    boolean params = spec.has("paramKind");
    ExpressionCompiler compiler = new ExpressionCompiler(params);
    compiler.expectVariables();
    Map<String, Expression> variables = new LinkedHashMap<>();
    for (JsonNode variable : spec.path("variables")) {
      String name = variable.path("name").asText();
      if (compiler.compile(variable.path("expression").asText(), ResultType.ANY)
          instanceof Compilation.Compiled compiled) {
        compiler.define(name, compiled.expression());
        variables.put(name, compiled.expression());
      }
    }
    List<Mutation> mutations = new ArrayList<>();
    for (JsonNode mutation : spec.path("mutations")) {
      mutations.add(Mutation.of(mutation, compiler));
    }
    return new CompiledMutations(
        MatchConditions.compile(spec.path("matchConditions"), new ExpressionCompiler(params)),
        variables,
        mutations,
        spec.path("failurePolicy").asText().equals("Ignore"),
        spec.path("reinvocationPolicy").asText().equals("IfNeeded"));
  }
}
