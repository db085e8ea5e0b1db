package dev.muster.cel;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever an expression is, it is compiled or refused, evaluated or failed, and it ends. */
class HostileExpressionPropertyTest {
  private static final ObjectNode LARGE = large();

  private static ObjectNode large() {
    ObjectNode object = JsonNodeFactory.instance.objectNode();
    ObjectNode data = object.putObject("data");
    for (int i = 0; i < 20_000; i++) {
      data.put("key" + i, "value");
    }
    object.put("text", "a".repeat(500_000));
    return object;
  }

  private static Evaluation run(String text) {
    return switch (new ExpressionCompiler(false).compile(text, ResultType.ANY)) {
      case Compilation.Refused refused -> new Evaluation.Failed(refused.detail());
      case Compilation.Compiled compiled ->
          compiled
              .expression()
              .evaluate(
                  new Bindings(Map.of())
                      .with("object", LARGE)
                      .with("oldObject", null)
                      .with("request", JsonNodeFactory.instance.objectNode())
                      .withNamespace(null),
                  new Budget(Budget.POLICY));
    };
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "object.data.all(a, object.data.all(b, a != b || a == b))",
        "object.data.map(a, object.data.map(b, a + b)).size() > 0",
        "object.data.filter(a, object.data.exists(b, a.matches('(x+x+)+y') && b != ''))",
        "object.text.matches('(a*)*b') && object.text.matches('(a|aa)+$') && object.text.matches('(.*)(.*)(.*)(.*)x')",
        "object.text.replace('a', object.text)",
        "object.text.replace('', object.text)",
        "[object.text, object.text].map(t, t.split('').join(object.text))",
        "object.data.map(k, object.text).join('')",
        "'%s%s%s%s'.format([object.text, object.text, object.text, object.text]).size() > 5 && object.data.all(k, '%s'.format([object.text]) != k)",
        "object.text.matches('((((((a{1,100}){1,100}){1,100}){1,100}){1,100}){1,100})')",
        "object.text.find('((a{1,1000}){1,1000}){1,1000}')",
        "object.text.findAll('').size() > 0 && object.data.all(k, object.text.findAll('a').size() > 0)",
        "object.data.all(k, object.data == object.data)",
        "object.data.all(k, k in object.data.map(x, x))",
        "[object.data.map(k, k)].all(l, l.all(x, l.all(y, l.size() > 0)))",
        "'%.999999999f'.format([1.0])",
        "semver('1.2.3-' + object.text).major() == 1",
        "quantity('1e999999999').isInteger()",
        "url(object.text).getHost() == ''",
        "duration('99999999999999h') + duration('99999999999999h') > duration('0s')",
        "timestamp('9999-12-31T23:59:59Z') + duration('999999h') > timestamp('2000-01-01T00:00:00Z')",
        "sets.equivalent(object.data.map(k, k), object.data.map(k, k))",
        "object.data.map(k, k).distinct().size() > 0",
        "object.data.map(k, k).sort().size() > 0",
        "object.data.sortBy(k, k).size() > 0",
        "object.data.map(k, object.data.map(l, l)).flatten().size() > 0",
        "lists.range(900000).all(i, lists.range(900000).size() > 0)",
        "object.data.all(k, [object.data.map(l, l), object.data.map(l, l)].flatten().reverse().size() > 0)",
        "int(1e300)",
        "uint(-1)",
        "object.text * 3",
        "-9223372036854775808 / -1",
        "object[object]",
        "[1][9223372036854775807]",
        "variables",
        "variables.x",
        "authorizer"
      })
  void ends(String text) {
    assertThat(run(text)).isNotNull();
  }

  @Property(tries = 150)
  void nothingIsThrown(@ForAll("expressions") String text) {
    assertThat(run(text)).isNotNull();
  }

  @Property(tries = 100)
  void anyTextIsCompiledOrRefused(@ForAll String text) {
    assertThat(new ExpressionCompiler(true).compile(text, ResultType.BOOL)).isNotNull();
  }

  @Provide
  Arbitrary<String> expressions() {
    Arbitrary<String> leaf =
        Arbitraries.of(
            "object",
            "object.data",
            "object.text",
            "oldObject",
            "request",
            "null",
            "true",
            "1",
            "-1",
            "2.5",
            "3u",
            "'a'",
            "''",
            "b'x'",
            "[]",
            "[1, 2]",
            "{}",
            "{'a': 1}",
            "x",
            "object.data.key1",
            "object.?none",
            "optional.none()",
            "duration('1h')",
            "timestamp('2024-01-01T00:00:00Z')",
            "quantity('1')",
            "ip('::1')",
            "semver('1.2.3')");
    return Arbitraries.recursive(() -> leaf, HostileExpressionPropertyTest::wrap, 0, 5);
  }

  private static Arbitrary<String> wrap(Arbitrary<String> inner) {
    List<String> shapes =
        List.of(
            "(%s)",
            "!%s",
            "-%s",
            "%s.size()",
            "string(%s)",
            "int(%s)",
            "type(%s)",
            "dyn(%s)",
            "has(%s.a)",
            "%s.all(x, x == x)",
            "%s.map(x, x)",
            "%s.exists(x, x != null)",
            "%s.filter(x, true)",
            "%s.sum()",
            "%s.max()",
            "%s.isSorted()",
            "%s.sort()",
            "%s.reverse()",
            "%s.distinct()",
            "%s.flatten()",
            "%s.sortBy(x, x)",
            "%s.slice(0, 1)",
            "lists.range(%s)",
            "%s.split('a')",
            "%s.find('a*')",
            "'%%s'.format([%s])",
            "%s[0]",
            "%s.a",
            "%s.?a",
            "%s.orValue(1)",
            "%s.trim()",
            "isIP(%s)",
            "quantity(%s)",
            "url(%s)",
            "cidr(%s)",
            "%s ? 1 : 2",
            "%s.getHours()",
            "%s.transformList(k, v, v)",
            "[%s, %s]",
            "%s + %s",
            "%s == %s",
            "%s in %s",
            "%s < %s",
            "%s && %s",
            "%s || %s",
            "%s / %s",
            "%s %% %s",
            "%s * %s",
            "%s.matches(%s)",
            "%s.indexOf(%s)",
            "%s.contains(%s)",
            "{%s: %s}",
            "sets.contains(%s, %s)",
            "%s.replace(%s, 'b')",
            "%s.join(%s)");
    return Arbitraries.of(shapes)
        .flatMap(shape -> inner.flatMap(a -> inner.map(b -> fill(shape, a, b))));
  }

  private static String fill(String shape, String a, String b) {
    String once =
        shape.replace("%%", "\0").replaceFirst("%s", java.util.regex.Matcher.quoteReplacement(a));
    return once.replaceFirst("%s(?=[^s]*$)", java.util.regex.Matcher.quoteReplacement(b))
        .replace("\0", "%");
  }
}
