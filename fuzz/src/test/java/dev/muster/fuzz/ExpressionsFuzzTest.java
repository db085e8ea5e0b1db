package dev.muster.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.cel.Bindings;
import dev.muster.cel.Budget;
import dev.muster.cel.Compilation;
import dev.muster.cel.Evaluation;
import dev.muster.cel.Expression;
import dev.muster.cel.ExpressionCompiler;
import dev.muster.cel.ResultType;
import java.util.Map;

/** A text, compiled as an expression of an admission policy and evaluated within a budget. */
class ExpressionsFuzzTest {
  private static final ObjectNode OBJECT = object();

  private static ObjectNode object() {
    ObjectNode object = JsonNodeFactory.instance.objectNode();
    object.putObject("metadata").put("name", "web").putObject("labels").put("app", "web");
    ObjectNode data = object.putObject("data");
    for (int i = 0; i < 1_000; i++) {
      data.put("key" + i, "value");
    }
    object.put("text", "a".repeat(10_000)).put("number", 7);
    return object;
  }

  @FuzzTest
  void endsWithinItsBudget(byte[] input) {
    Compilation compilation =
        new ExpressionCompiler(false).compile(Inputs.text(input), ResultType.ANY);
    switch (compilation) {
      case Compilation.Refused refused -> assertThat(refused.detail()).isNotEmpty();
      case Compilation.Compiled compiled -> evaluate(compiled.expression());
    }
  }

  private static void evaluate(Expression expression) {
    Evaluation once = expression.evaluate(bindings(), new Budget(Budget.POLICY));
    Evaluation nothingLeft = expression.evaluate(bindings(), new Budget(-1));
    assertThat(nothingLeft).isInstanceOf(Evaluation.OutOfBudget.class);
    if (once instanceof Evaluation.Failed failed) {
      assertThat(failed.message()).doesNotContain("resulted in error: internal error");
    }
  }

  private static Bindings bindings() {
    return new Bindings(Map.of())
        .with("object", OBJECT)
        .with("oldObject", null)
        .with("request", JsonNodeFactory.instance.objectNode())
        .withNamespace(null);
  }
}
