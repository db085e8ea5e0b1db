package dev.muster.cel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VariableUseTest {
  /** Of an expression, the names; a dash where it may use any. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "object.x == 1                      | ~~",
        "variables.a && variables . b.c     | a b",
        "has(variables.a) && variables.?b   | a b",
        "variables.a + variables.a          | a",
        "'variables.a'                      | a",
        "myvariables.a + variables2.b       | ~~",
        "variables == variables             | -",
        "[variables].all(v, v.a)            | -",
        "variables['a']                     | -",
        "variables./* */a                   | -",
        "variables                          | -",
        "variables.                         | -"
      })
  void namesOf(String text, String names) {
    assertThat(VariableUse.of(text))
        .isEqualTo(
            names.equals("-")
                ? Optional.empty()
                : Optional.of(names.isEmpty() ? Set.of() : Set.of(names.split(" "))));
  }

  @Test
  void variablesOfVariablesAreKnown() {
    ExpressionCompiler compiler = new ExpressionCompiler(false);
    define(compiler, "a", "1");
    define(compiler, "all", "variables");
    assertThat(compiler.compile("variables.all.a == 1", ResultType.BOOL))
        .isInstanceOf(Compilation.Compiled.class);
    assertThat(compiler.compile("variables.b == 1", ResultType.BOOL))
        .isInstanceOf(Compilation.Refused.class);
  }

  @Test
  void expressionsThatMayUseAnyOfVeryManyVariablesEnd() {
    ExpressionCompiler compiler = new ExpressionCompiler(false);
    for (int i = 0; i < 1_001; i++) {
      define(compiler, "v" + i, "1");
    }
    for (int i = 0; i < 99; i++) {
      assertThat(compiler.compile("variables.v" + i + " == 1", ResultType.BOOL))
          .isInstanceOf(Compilation.Compiled.class);
    }
    Compilation last = compiler.compile("[variables] == []", ResultType.BOOL);
    for (int i = 0; i < 100; i++) {
      last = compiler.compile("[variables] == []", ResultType.BOOL);
    }
    assertThat(last).isInstanceOf(Compilation.Refused.class);
    assertThat(compiler.compile("variables.v1000 == 1", ResultType.BOOL))
        .isInstanceOf(Compilation.Compiled.class);
  }

  private static void define(ExpressionCompiler compiler, String name, String text) {
    Compilation compiled = compiler.compile(text, ResultType.ANY);
    compiler.define(name, ((Compilation.Compiled) compiled).expression());
  }
}
