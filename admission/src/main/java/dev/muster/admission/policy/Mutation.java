package dev.muster.admission.policy;

import dev.muster.cel.Bindings;
import dev.muster.cel.Budget;
import dev.muster.cel.Compilation;
import dev.muster.cel.Evaluation;
import dev.muster.cel.Expression;
import dev.muster.cel.ExpressionCompiler;
import dev.muster.cel.MutationValue;
import dev.muster.cel.ResultType;
import dev.muster.views.AdmissionregistrationV1beta1;
import java.util.function.Function;

/**
 * One change that a policy makes: an expression of what to apply, or of a JSON patch. Immutable.
 */
sealed interface Mutation {

  record ApplyConfiguration(Expression expression) implements Mutation {}

  record JsonPatch(Expression expression) implements Mutation {}

  /** Stored policies may be older than today's rules. */
  record Broken(String why) implements Mutation {}

  static Mutation of(AdmissionregistrationV1beta1.Mutation mutation, ExpressionCompiler compiler) {
    boolean patch = mutation.patchType().text().equals("JSONPatch");
    String text =
        (patch ? mutation.jsonPatch().expression() : mutation.applyConfiguration().expression())
            .text();
    ResultType type = patch ? ResultType.JSON_PATCHES : ResultType.OBJECT;
    return switch (compiler.compileMutation(text.strip(), type)) {
      case Compilation.Compiled c ->
          patch ? new JsonPatch(c.expression()) : new ApplyConfiguration(c.expression());
      case Compilation.Refused r -> new Broken("compilation error: " + r.detail());
    };
  }

  /** What is to be changed, for a request with these variables. */
  default MutationValue evaluate(Bindings bindings) {
    Budget budget = new Budget(Budget.POLICY);
    return switch (this) {
      case ApplyConfiguration apply ->
          value(apply.expression().evaluate(bindings, budget), MutationValue::configuration);
      case JsonPatch patch ->
          value(patch.expression().evaluate(bindings, budget), MutationValue::operations);
      case Broken broken -> new MutationValue.Unusable(broken.why());
    };
  }

  private static MutationValue value(
      Evaluation evaluation, Function<Evaluation.Value, MutationValue> reading) {
    return switch (evaluation) {
      case Evaluation.Value v -> reading.apply(v);
      case Evaluation.Failed f -> new MutationValue.Unusable(f.message());
      case Evaluation.OutOfBudget o -> new MutationValue.Unusable(Evaluation.OutOfBudget.MESSAGE);
    };
  }
}
