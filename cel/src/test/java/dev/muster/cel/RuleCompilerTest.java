package dev.muster.cel;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.muster.cel.DeclaredType.Kind;
import dev.muster.cel.DeclaredType.ListType;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rules of schemas: what compiles, what holds, what it may cost. */
class RuleCompilerTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final DeclaredType TEXT = DeclaredType.scalar(Kind.STRING, 3_145_726, 2);
  private static final DeclaredType INT = DeclaredType.scalar(Kind.INT, 0, 1);
  private static final DeclaredType SELF =
      DeclaredType.object(
          Map.of(
              "n",
              INT,
              "s",
              TEXT,
              "a__dash__b",
              TEXT,
              "__namespace__",
              TEXT,
              "l",
              DeclaredType.list(TEXT, 1_048_575, ListType.ATOMIC, List.of()),
              "d",
              DeclaredType.scalar(Kind.DURATION, 32, 3),
              "set",
              DeclaredType.list(TEXT, 10, ListType.SET, List.of()),
              "ports",
              DeclaredType.list(
                  DeclaredType.object(Map.of("name", TEXT, "port", INT), 2),
                  10,
                  ListType.MAP,
                  List.of("name"))),
          2);

  private static Rule rule(String text, boolean optional) {
    return switch (new RuleCompiler(SELF).compile(text, optional, ResultType.BOOL)) {
      case RuleCompiler.Outcome.Compiled compiled -> compiled.rule();
      case RuleCompiler.Outcome.Refused refused -> throw new AssertionError(refused.detail());
    };
  }

  private static Evaluation outcome(String text, String self, @Nullable String old)
      throws IOException {
    JsonNode before = old == null ? null : JSON.readTree(old);
    return rule(text, text.contains("orValue"))
        .evaluate(JSON.readTree(self), before, new Budget(Budget.RULES));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "self.n > 1 | {\"n\":2} |",
        "self.a__dash__b == 'x' | {\"a-b\":\"x\"} |",
        "self.namespace == 'x' | {\"namespace\":\"x\"} |",
        "self.__namespace__ == 'x' | {\"namespace\":\"x\"} |",
        "!has(self.s) | {} |",
        "self.d < duration('2h') | {\"d\":\"90m\"} |",
        "self.n >= oldSelf.n | {\"n\":2} | {\"n\":1}",
        "oldSelf.n.orValue(7) == 7 | {\"n\":2} |",
        "self.set == oldSelf.set | {\"set\":[\"a\",\"b\"]} | {\"set\":[\"b\",\"a\"]}",
        "self.set == ['b', 'a'] && ['b', 'a'] != self.set | {\"set\":[\"a\",\"b\"]} |",
        "self.set != ['b'] && self.set != ['b', 'c'] | {\"set\":[\"a\",\"b\"]} |",
        "self.set + oldSelf.set == ['c', 'a', 'b'] | {\"set\":[\"a\",\"b\"]} | {\"set\":[\"b\",\"c\"]}",
        "self.l != oldSelf.l | {\"l\":[\"a\",\"b\"]} | {\"l\":[\"b\",\"a\"]}",
        "self.ports == oldSelf.ports | {\"ports\":[{\"name\":\"a\",\"port\":1},{\"name\":\"b\"}]} | {\"ports\":[{\"name\":\"b\"},{\"name\":\"a\",\"port\":1}]}",
        "self == oldSelf | {\"ports\":[{\"name\":\"a\"},{\"name\":\"b\"}]} | {\"ports\":[{\"name\":\"b\"},{\"name\":\"a\"}]}",
        "self.ports != oldSelf.ports | {\"ports\":[{\"name\":\"a\",\"port\":1}]} | {\"ports\":[{\"name\":\"a\",\"port\":2}]}",
        "(self.ports + oldSelf.ports).map(p, p.port) == [2, 3] | {\"ports\":[{\"name\":\"a\",\"port\":1}]} | {\"ports\":[{\"name\":\"a\",\"port\":2},{\"name\":\"b\",\"port\":3}]}",
        "!has(self.s) | {\"s\":null} |",
        "self == oldSelf | {\"unknown\":1} | {\"unknown\":1}",
        "self != oldSelf | {\"unknown\":1} | {\"unknown\":2}"
      })
  void holds(String text, String self, @Nullable String old) throws IOException {
    assertThat(outcome(text, self, old)).isEqualTo(new Evaluation.Value(true));
  }

  @Test
  void aFaultIsTheBareFault() throws IOException {
    assertThat(outcome("self.l[3] == 'x'", "{\"l\":[]}", null))
        .isEqualTo(new Evaluation.Failed("index out of bounds: 3"));
  }

  @Test
  void knowsWhetherItIsAboutWhatWas() {
    assertThat(rule("self.n > oldSelf.n", false).usesOld()).isTrue();
    assertThat(rule("self.s == 'oldSelf'", false).usesOld()).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "self.zz == 1 | compilation failed: ERROR: <input>:1:5: undefined field 'zz'",
        "self.n | must evaluate to a bool",
        "self.s.matches('(') | compilation failed: ERROR: <input>:1:16: invalid matches argument",
        "has(self) | compilation failed: ERROR: <input>:1:5: invalid argument to has() macro"
      })
  void refuses(String text, String detail) {
    assertThat(new RuleCompiler(SELF).compile(text, false, ResultType.BOOL))
        .isInstanceOfSatisfying(
            RuleCompiler.Outcome.Refused.class,
            refused -> assertThat(refused.detail()).startsWith(detail));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "self.set.reverse().size() == 10 | 25",
        "self.set.sort().size() == 10 | 225",
        "self.set.sortBy(x, x).size() == 10 | 378",
        "self.set.distinct().size() == 10 | 215",
        "self.set.slice(1, 3).size() == 10 | 17",
        "lists.range(5).size() == 10 | 18",
        "sets.contains(self.set, ['a', 'b']) | 33",
        "sets.equivalent(self.set, ['a']) | 33",
        "quantity('1Gi') == quantity('2Gi') | 3",
        "cidr('10.0.0.0/8').containsIP('10.0.0.1') | 6",
        "self.set.map(x, 'ab').all(y, y.startsWith('a')) | 184",
        "['a', 'bcd'][0].contains('b') | 12"
      })
  void costsAreEstimatedAsInKubernetes(String text, long most) {
    assertThat(rule(text, false).mostCost()).isEqualTo(most);
  }

  @Test
  void costsGrowWithWhatASchemaAllows() {
    assertThat(rule("self.n > 1", false).mostCost()).isLessThan(10);
    assertThat(rule("self.s.contains('x')", false).mostCost()).isBetween(300_000L, 400_000L);
    assertThat(rule("self.l.all(x, self.l.all(y, x != y))", false).mostCost())
        .isGreaterThan(1_000_000_000_000L);
  }
}
