package dev.muster.kinds.codec;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonParser;
import dev.muster.kinds.KubernetesKinds;
import dev.muster.model.codec.Bodies;
import dev.muster.model.codec.FieldValidation;
import dev.muster.model.codec.JsonSyntax;
import dev.muster.model.codec.Trees;
import dev.muster.model.scheme.Kinds;
import dev.muster.model.status.ApiException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** No bytes, however odd, get anything but an object or a refusal. */
class HostileBytesTest {
  private static final Kinds KINDS = KubernetesKinds.kinds();
  private static final Bodies BODIES = new Bodies(KINDS);

  @Property(tries = 3000)
  void jsonIsReadOrRefused(@ForAll("jsonLike") byte[] bytes) {
    readOrRefused("application/json", bytes);
  }

  @Property(tries = 3000)
  void yamlIsReadOrRefused(@ForAll("yamlLike") byte[] bytes) {
    readOrRefused("application/yaml", bytes);
  }

  @Property(tries = 5000)
  void theSyntaxCheckAgreesWithTheParser(@ForAll("jsonLike") byte[] bytes) {
    byte[] json = new String(bytes, StandardCharsets.UTF_8).getBytes(StandardCharsets.UTF_8);
    if (json.length > 1 && (json[0] == 0 || json[1] == 0) || json.length > 0 && json[0] < 0) {
      return; // the parser would take it for another encoding
    }
    assertThat(JsonSyntax.fault(json).isEmpty()).isEqualTo(parses(json));
  }

  private static boolean parses(byte[] json) {
    try (JsonParser in = Trees.FACTORY.createParser(json)) {
      if (in.nextToken() == null) {
        return false;
      }
      in.skipChildren();
      in.getText();
      return in.nextToken() == null;
    } catch (IOException e) {
      return false;
    }
  }

  private static void readOrRefused(String type, byte[] bytes) {
    for (String resource : List.of("pods", "secrets", "events")) {
      try {
        assertThat(
                BODIES.read(
                    KINDS.byResource("v1", resource).orElseThrow(),
                    type,
                    bytes,
                    FieldValidation.STRICT))
            .isNotNull();
      } catch (ApiException e) {
        assertThat(e.status().code()).isEqualTo(400);
      }
    }
  }

  @Provide
  Arbitrary<byte[]> jsonLike() {
    return pieces(
        "{",
        "}",
        "[",
        "]",
        ",",
        ":",
        "\"",
        "\"a\"",
        "\"kind\"",
        "\"Pod\"",
        "\"metadata\"",
        "\"spec\"",
        "\"data\"",
        "\"containers\"",
        "\"name\"",
        "\"resources\"",
        "\"limits\"",
        "\"creationTimestamp\"",
        "\"eventTime\"",
        "1",
        "-",
        "0",
        "01",
        "1.5",
        "1e9",
        "1e999",
        "99999999999999999999",
        "true",
        "false",
        "null",
        "nul",
        "\\",
        "\\u12",
        "\\ud800",
        " ",
        "\n",
        "\t",
        "\u0000",
        "\u001f",
        "\u00ff",
        "/",
        "'",
        "{\"metadata\":{\"name\":\"x\"}}");
  }

  @Provide
  Arbitrary<byte[]> yamlLike() {
    return pieces(
        "a",
        "kind",
        "Pod",
        "metadata",
        "data",
        ": ",
        ":",
        "- ",
        "-",
        "\n",
        "\n  ",
        "\n    ",
        "{",
        "}",
        "[",
        "]",
        ",",
        "&x ",
        "*x",
        "<<: ",
        "!!int ",
        "!!binary ",
        "!",
        "|",
        ">",
        "'",
        "\"",
        "#",
        "%",
        "@",
        "`",
        "?",
        "0x1F",
        "0644",
        "1_000",
        "~",
        "yes",
        ".nan",
        ".inf",
        "2001-01-01",
        "---",
        "...",
        "\t",
        "\u0000",
        "\u00ff",
        "\u0085");
  }

  private static Arbitrary<byte[]> pieces(String... pieces) {
    Arbitrary<String> text =
        Arbitraries.frequencyOf(
            net.jqwik.api.Tuple.of(9, Arbitraries.of(pieces)),
            net.jqwik.api.Tuple.of(1, Arbitraries.strings().ascii().ofMaxLength(3)));
    return text.list()
        .ofMaxSize(25)
        .map(parts -> String.join("", parts).getBytes(StandardCharsets.ISO_8859_1));
  }
}
