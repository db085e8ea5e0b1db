package dev.muster.cel;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Objects and patches that expressions make, and what keeps them from growing. */
class MutationExpressionTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String POD =
      "{\"metadata\": {\"name\": \"web\"}, \"list\": [1, {\"a\": 2}]}";

  private static MutationValue value(Map<String, String> variables, ResultType type, String text)
      throws Exception {
    ExpressionCompiler compiler = new ExpressionCompiler(false);
    Map<String, Expression> definitions = new LinkedHashMap<>();
    variables.forEach(
        (name, definition) -> {
          Expression compiled = compiled(compiler.compile(definition, ResultType.ANY));
          compiler.define(name, compiled);
          definitions.put(name, compiled);
        });
    Bindings bindings = new Bindings(definitions).with("object", JSON.readTree(POD));
    Evaluation outcome =
        compiled(compiler.compileMutation(text, type))
            .evaluate(bindings, new Budget(Budget.POLICY));
    return switch (outcome) {
      case Evaluation.Value v ->
          type == ResultType.OBJECT ? MutationValue.configuration(v) : MutationValue.operations(v);
      case Evaluation.Failed f -> new MutationValue.Unusable(f.message());
      case Evaluation.OutOfBudget o -> new MutationValue.Unusable("budget");
    };
  }

  private static Expression compiled(Compilation compilation) {
    return switch (compilation) {
      case Compilation.Compiled c -> c.expression();
      case Compilation.Refused r -> throw new AssertionError(r.detail());
    };
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          Object{} | {}
          Object{metadata: Object.metadata{labels: {'a': 'n-' + object.metadata.name}}} | {"metadata":{"labels":{"a":"n-web"}}}
          Object{?a: optional.none(), ?b: optional.of(1)} | {"b":1}
          Object{a: object.list} | {"a":[1,{"a":2}]}
          Object{a: [Object.a{b: 1}, Object.a{b: 2}]} | {"a":[{"b":1},{"b":2}]}
          Object{a: ['x', 'y'].map(n, Object.a{name: n})} | {"a":[{"name":"x"},{"name":"y"}]}
          Object{a: Object{b: 1}.b} | {"a":1}
          Object{a: has(Object{b: 1}.b), b: has(Object{b: 1}.c)} | {"a":true,"b":false}
          Object{a: Object{b: 1} == Object{b: 1}, b: Object{} == Object{b: 1}} | {"a":true,"b":false}
          Object{a: 1u, b: 1.5, c: 2.0, d: null, e: b'ab', f: duration('90s')} | {"a":1,"b":1.5,"c":2,"d":null,"e":"YWI=","f":"90s"}
          Object{a: Object{?b: optional.of(1)}.?b.orValue(2)} | {"a":1}
          """)
  void makeObjects(String text, String json) throws Exception {
    assertThat(value(Map.of(), ResultType.OBJECT, text).toString())
        .isEqualTo("Configuration[fields=" + json + "]");
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          [JSONPatch{op: 'add', path: '/a/' + jsonpatch.escapeKey('x/y~z'), value: {'k': 1}}] | [{"op":"add","path":"/a/x~1y~0z","value":{"k":1}}]
          [JSONPatch{op: 'move', from: '/a', path: '/b'}] | [{"op":"move","path":"/b","from":"/a"}]
          [JSONPatch{op: 'add', path: '/spec', value: Object.spec{a: Object.spec.a{}}}] | [{"op":"add","path":"/spec","value":{"a":{}}}]
          [1, 2].map(i, JSONPatch{op: 'remove', path: '/' + string(i)}) | [{"op":"remove","path":"/1"},{"op":"remove","path":"/2"}]
          """)
  void makePatches(String text, String json) throws Exception {
    assertThat(value(Map.of(), ResultType.JSON_PATCHES, text).toString())
        .isEqualTo("Operations[operations=" + json + "]");
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          Object{metadata: Object.spec{}} | type mismatch: unexpected type name "Object.spec", expected "Object.metadata", which matches field name path from root Object type
          Object{a: [Object.b{}]} | type mismatch: unexpected type name "Object.b", expected "Object.a", which matches field name path from root Object type
          Object{a: {1: 'x'}} | invalid return type: map key "1" is of type Long, not string
          Object{a: object.nothing} | expression 'Object{a: object.nothing}' resulted in error: no such key: nothing
          Object{a: url('https://x')} | invalid return type: a value of type URI is not JSON
          """)
  void doNotMakeWhatFitsNowhere(String text, String why) throws Exception {
    assertThat(value(Map.of(), ResultType.OBJECT, text)).isEqualTo(new MutationValue.Unusable(why));
  }

  @Test
  void valueThatDoublesWithEachVariableIsRefusedBeforeItIsWritten() throws Exception {
    Map<String, String> variables = new LinkedHashMap<>();
    variables.put("v0", "['0123456789']");
    for (int i = 1; i <= 40; i++) {
      variables.put("v" + i, "[dyn(variables.v%d), dyn(variables.v%d)]".formatted(i - 1, i - 1));
    }
    String tooLarge = "the value is larger than 3145728 bytes";
    assertThat(value(variables, ResultType.OBJECT, "Object{a: variables.v40}"))
        .isEqualTo(new MutationValue.Unusable("invalid return type: " + tooLarge));
    assertThat(
            value(
                variables,
                ResultType.JSON_PATCHES,
                "[JSONPatch{op: 'add', path: '/a', value: variables.v40}]"))
        .isEqualTo(
            new MutationValue.Unusable(
                "JSONPath valueExpression evaluated to a type that could not marshal to JSON: "
                    + tooLarge));
  }

  @Test
  void operationsTogetherAreBoundedAsEachOfThemIs() throws Exception {
    Map<String, String> variables = new LinkedHashMap<>();
    variables.put("v0", "'" + "x".repeat(1_000) + "'");
    for (int i = 1; i <= 9; i++) {
      variables.put("v" + i, "variables.v%d + variables.v%d".formatted(i - 1, i - 1));
    }
    assertThat(
            value(
                variables,
                ResultType.JSON_PATCHES,
                "[1, 2, 3, 4, 5, 6, 7].map(i, JSONPatch{op: 'add', path: '/a', value: variables.v9})"))
        .isInstanceOf(MutationValue.Unusable.class);
  }
}
