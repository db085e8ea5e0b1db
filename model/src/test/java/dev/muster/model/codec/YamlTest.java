package dev.muster.model.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class YamlTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a: 0644 | {\"a\":420}",
        "a: 0o644 | {\"a\":420}",
        "a: 0x1F | {\"a\":31}",
        "a: -0b101 | {\"a\":-5}",
        "a: 1_000 | {\"a\":1000}",
        "a: 089 | {\"a\":89.0}",
        "a: 1.50 | {\"a\":1.5}",
        "a: 1e3 | {\"a\":1000.0}",
        "a: yes | {\"a\":true}",
        "a: Off | {\"a\":false}",
        "a: n | {\"a\":false}",
        "a: yEs | {\"a\":\"yEs\"}",
        "a: ~ | {\"a\":null}",
        "a: | {\"a\":null}",
        "a: '1' | {\"a\":\"1\"}",
        "a: !!str 1 | {\"a\":\"1\"}",
        "a: !!int '1' | {\"a\":1}",
        "a: 2001-01-01 | {\"a\":\"2001-01-01\"}",
        "a: 2001-01-01T00:00:00Z | {\"a\":\"2001-01-01T00:00:00Z\"}",
        "a: 10.0.0.1 | {\"a\":\"10.0.0.1\"}",
        "a: 100m | {\"a\":\"100m\"}",
        "a: 1:30 | {\"a\":\"1:30\"}",
        "1: x | {\"1\":\"x\"}",
        "true: x | {\"true\":\"x\"}",
        "{b: [1, {c: d}], a: 2} | {\"a\":2,\"b\":[1,{\"c\":\"d\"}]}",
        "{a: &x {b: 1}, c: *x} | {\"a\":{\"b\":1},\"c\":{\"b\":1}}",
        "{a: &x {b: 1}, c: {<<: *x, d: 2}} | {\"a\":{\"b\":1},\"c\":{\"b\":1,\"d\":2}}",
      })
  void readsScalarsAsKubernetesDoes(String yaml, String json) {
    assertThat(Yaml.toTree(bytes(yaml)).toString()).isEqualTo(json);
  }

  @Test
  void readsOnlyTheFirstDocument() {
    assertThat(Yaml.toTree(bytes("a: 1\n---\nb: 2\n")).toString()).isEqualTo("{\"a\":1}");
    assertThat(Yaml.toTree(bytes("")).isNull()).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a: [ | yaml: line 1: did not find expected node content",
        "a: *b | yaml: unknown anchor 'b' referenced",
        "a: .nan | json: unsupported value: NaN",
        "a: !!int x | yaml: cannot decode !!str `x` as a !!int",
      })
  void saysWhatIsWrong(String yaml, String fault) {
    assertThatExceptionOfType(DecodeException.class)
        .isThrownBy(() -> Yaml.toTree(bytes(yaml)))
        .withMessage(fault);
  }

  @Test
  void aliasesCannotGrowWithoutBound() {
    StringBuilder yaml = new StringBuilder("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
    for (int i = 1; i < 10; i++) {
      String before = "*a" + (i - 1);
      yaml.append(
          "a%d: &a%d [%s]\n"
              .formatted(i, i, String.join(", ", java.util.Collections.nCopies(10, before))));
    }
    assertThatExceptionOfType(DecodeException.class)
        .isThrownBy(() -> Yaml.toTree(bytes(yaml.toString())))
        .withMessage("yaml: document contains excessive aliasing");
  }

  @Test
  void nestingIsBounded() {
    assertThatExceptionOfType(DecodeException.class)
        .isThrownBy(() -> Yaml.toTree(bytes("[".repeat(100_000))))
        .withMessage("yaml: exceeded max depth of 1000");
  }

  @Test
  void printsBlockStyleWithSortedKeys() throws IOException {
    JsonNode tree =
        Trees.parse(
            bytes(
                "{\"kind\":\"X\",\"data\":{\"b10\":\"1\",\"b9\":\"true\",\"script\":\"a\\nb\\n\",\"e\":\"\"},"
                    + "\"list\":[{\"x\":1,\"a\":null},[]],\"m\":{},\"t\":\"2020-01-01T00:00:00Z\",\"q\":\"a: b\"}"));

    assertThat(new String(Yaml.fromTree(tree), StandardCharsets.UTF_8))
        .isEqualTo(
            """
            data:
              b9: "true"
              b10: "1"
              e: ""
              script: |
                a
                b
            kind: X
            list:
            - a: null
              x: 1
            - []
            m: {}
            q: 'a: b'
            t: "2020-01-01T00:00:00Z"
            """);
  }

  @Property(tries = 1000)
  void whatIsPrintedIsReadBack(@ForAll("trees") JsonNode tree) {
    assertThat(Yaml.toTree(Yaml.fromTree(tree))).isEqualTo(tree);
  }

  @Provide
  Arbitrary<JsonNode> trees() {
    JsonNodeFactory nodes = JsonNodeFactory.instance;
    Arbitrary<String> text =
        Arbitraries.oneOf(
            Arbitraries.of(
                "",
                " ",
                "yes",
                "~",
                "null",
                "0644",
                "1e3",
                "1:30",
                "- a",
                "a: b",
                "#x",
                "a #b",
                "a\nb",
                "a\n",
                "\na",
                " a\n b ",
                "a\n\n",
                "*x",
                "&x",
                "!x",
                "%x",
                "'",
                "\"",
                "{",
                "<<",
                "=",
                "\u0085",
                "\u2028",
                "\ud83d\ude00",
                "\t",
                "a\tb",
                "---",
                "x\r\ny"),
            Arbitraries.strings().withCharRange(' ', '~').ofMaxLength(100),
            Arbitraries.strings().withChars("ab \n\t:-#'\"").ofMaxLength(12));
    Arbitrary<JsonNode> leaf =
        Arbitraries.oneOf(
            text.map(t -> (JsonNode) nodes.textNode(t)),
            Arbitraries.longs().map(n -> (JsonNode) nodes.numberNode(n)),
            Arbitraries.of(true, false).map(b -> (JsonNode) nodes.booleanNode(b)),
            Arbitraries.just((JsonNode) nodes.nullNode()));
    return Arbitraries.recursive(
        () -> leaf,
        inner ->
            Arbitraries.oneOf(
                inner.list().ofMaxSize(3).map(l -> (JsonNode) nodes.arrayNode().addAll(l)),
                Arbitraries.maps(text.filter(YamlTest::isKey), inner)
                    .ofMaxSize(3)
                    .map(
                        m -> {
                          ObjectNode out = nodes.objectNode();
                          m.forEach(out::set);
                          return (JsonNode) out;
                        })),
        0,
        3);
  }

  /** Maps in objects have keys on one line. */
  private static boolean isKey(String text) {
    return !text.isEmpty() && text.chars().allMatch(c -> c >= ' ' && c <= '~');
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
