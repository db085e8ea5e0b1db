package dev.muster.kinds.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.KubernetesKinds;
import dev.muster.model.codec.Bodies;
import dev.muster.model.codec.FieldValidation;
import dev.muster.model.scheme.Kind;
import dev.muster.model.scheme.Kinds;
import dev.muster.model.status.ApiException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BodiesTest {
  private static final Kinds KINDS = KubernetesKinds.kinds();
  private final Bodies bodies = new Bodies(KINDS);

  @Test
  void givesTheObjectTheKindItWasAskedIn() {
    ObjectNode object = read("v1", "configmaps", "{\"metadata\":{\"name\":\"x\"}}").object();

    assertThat(object.get("kind").asText()).isEqualTo("ConfigMap");
    assertThat(object.get("apiVersion").asText()).isEqualTo("v1");
  }

  @Test
  void refusesAnotherVersionOfTheSameThing() {
    assertThat(refusal("v1", "events", "{\"apiVersion\":\"events.k8s.io/v1\",\"kind\":\"Event\"}"))
        .isEqualTo(
            "the API version in the data (events.k8s.io/v1) does not match the expected API version"
                + " (v1)");
  }

  @Test
  void anUnknownConversionIsFoundAfterTheFaultsOfTheOtherKind() {
    assertThat(
            refusal(
                "v1",
                "configmaps",
                "{\"apiVersion\":\"v1\",\"kind\":\"Secret\",\"data\":{\"a\":\"%\"}}"))
        .isEqualTo(
            "Secret in version \"v1\" cannot be handled as a ConfigMap: illegal base64 data at"
                + " input byte 0");
  }

  @Test
  void aGroupWithoutVersionIsNoVersion() {
    assertThat(refusal("v1", "configmaps", "{\"apiVersion\":\"apps/\",\"kind\":\"X\"}"))
        .isEqualTo(
            "X in version \"\" cannot be handled as a ConfigMap: Object 'apiVersion' is missing in"
                + " '{\"apiVersion\":\"apps/\",\"kind\":\"X\"}'");
  }

  @Test
  void theCaseOfKindDoesNotMatterForWhatABodyClaimsToBe() {
    assertThat(refusal("v1", "configmaps", "{\"Kind\":\"Secret\"}"))
        .isEqualTo(
            "Secret in version \"v1\" cannot be handled as a ConfigMap: converting (v1.Secret) to"
                + " (core.ConfigMap): unknown conversion");
  }

  @Test
  void everyByteThatIsNotTextIsReplaced() {
    byte[] json =
        "{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\",\"data\":{\"a\":\"x\u00c0\u0080\u00ed\u00a0\u0080y\"}}"
            .getBytes(StandardCharsets.ISO_8859_1);

    ObjectNode read =
        bodies.read(kind("v1", "configmaps"), null, json, FieldValidation.STRICT).object();

    assertThat(read.at("/data/a").asText()).isEqualTo("x\ufffd\ufffd\ufffd\ufffd\ufffdy");
  }

  @Test
  void otherEncodingsAreNotGuessed() {
    byte[] utf16 = "{}".getBytes(StandardCharsets.UTF_16BE);

    ApiException refusal =
        catchThrowableOfType(
            ApiException.class,
            () -> bodies.read(kind("v1", "configmaps"), null, utf16, FieldValidation.WARN));

    assertThat(refusal.status().message())
        .contains("invalid character '\\x00' looking for beginning of value (007b007d)");
  }

  @Test
  void keepsNothingThatIsNestedTooDeeply() {
    String raw = "[".repeat(5000) + "]".repeat(5000);

    assertThat(
            refusal(
                "apps/v1",
                "controllerrevisions",
                "{\"apiVersion\":\"apps/v1\",\"kind\":\"ControllerRevision\",\"data\":"
                    + raw
                    + "}"))
        .isEqualTo(
            "ControllerRevision in version \"v1\" cannot be handled as a ControllerRevision:"
                + " exceeded max depth");
  }

  @Test
  void yamlWarnsOfEveryRepeatedKey() {
    Bodies.Body body =
        bodies.read(
            kind("v1", "configmaps"),
            "application/yaml",
            "data:\n  a: b\n  a: c\n  a: d\nz: 1\n".getBytes(StandardCharsets.UTF_8),
            FieldValidation.WARN);

    assertThat(body.warnings())
        .containsExactly(
            "line 3: key \"a\" already set in map",
            "line 4: key \"a\" already set in map",
            "unknown field \"z\"");
    assertThat(body.object().at("/data/a").asText()).isEqualTo("d");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{}",
        "{\"kind\":\"DeleteOptions\",\"apiVersion\":\"v1\"}",
        "{\"kind\":\"DeleteOptions\",\"apiVersion\":\"meta.k8s.io/v1\"}",
        "{\"kind\":\"DeleteOptions\",\"apiVersion\":\"apps/v1\"}",
      })
  void deleteOptionsComeInManyVersions(String json) {
    assertThat(bodies.deleteOptions(null, json.getBytes(StandardCharsets.UTF_8))).isNotNull();
  }

  @Test
  void deleteOptionsAreNothingElse() {
    Map<String, String> faults =
        Map.of(
            "{",
            "couldn't get version/kind; json parse error: unexpected end of JSON input",
            "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\"}",
            "no kind \"ConfigMap\" is registered for version \"v1\" in scheme"
                + " \"pkg/api/legacyscheme/scheme.go:30\"");
    faults.forEach(
        (json, fault) ->
            assertThat(
                    catchThrowableOfType(
                            ApiException.class,
                            () -> bodies.deleteOptions(null, json.getBytes(StandardCharsets.UTF_8)))
                        .status()
                        .message())
                .isEqualTo(fault));
  }

  private static Kind kind(String apiVersion, String plural) {
    return KINDS.byResource(apiVersion, plural).orElseThrow();
  }

  private Bodies.Body read(String apiVersion, String plural, String json) {
    return bodies.read(
        kind(apiVersion, plural),
        "application/json",
        json.getBytes(StandardCharsets.UTF_8),
        FieldValidation.WARN);
  }

  private String refusal(String apiVersion, String plural, String json) {
    return catchThrowableOfType(ApiException.class, () -> read(apiVersion, plural, json))
        .status()
        .message();
  }
}
