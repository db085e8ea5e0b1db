package dev.muster.kinds.patch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.KubernetesKinds;
import dev.muster.model.codec.Bodies;
import dev.muster.model.codec.Decoder;
import dev.muster.model.codec.FieldValidation;
import dev.muster.model.codec.Target;
import dev.muster.model.codec.Trees;
import dev.muster.model.patch.PatchType;
import dev.muster.model.patch.Patches;
import dev.muster.model.scheme.Kind;
import dev.muster.model.scheme.Kinds;
import dev.muster.model.status.ApiException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PatchesTest {
  private static final Kinds KINDS = KubernetesKinds.kinds();
  private static final Bodies BODIES = new Bodies(KINDS);
  private static final Kind CONFIG_MAP = KINDS.byKind("v1", "ConfigMap").orElseThrow();
  private static final Kind POD = KINDS.byKind("v1", "Pod").orElseThrow();
  private static final String LIVE =
      "{'apiVersion':'v1','kind':'ConfigMap','metadata':{'name':'c','finalizers':['a/0','a/1']},"
          + "'data':{'a':'1'}}";

  private static JsonNode json(String text) {
    try {
      return Trees.parse(text.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static ObjectNode patched(
      PatchType type, Kind kind, String live, String patch, FieldValidation how) {
    ObjectNode current = Decoder.decode(kind.type(), json(live)).object();
    return Patches.apply(
            type,
            patch.replace('\'', '"').getBytes(StandardCharsets.UTF_8),
            current,
            kind.type(),
            how)
        .read(BODIES, Target.of(kind), how)
        .object();
  }

  private static ApiException refused(PatchType type, Kind kind, String live, String patch) {
    return catchThrowableOfType(
        ApiException.class, () -> patched(type, kind, live, patch, FieldValidation.WARN));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "add    | -  | ['a/0','a/1','x/y']",
        "add    | -1 | ['a/0','a/1','x/y']",
        "add    | -3 | ['x/y','a/0','a/1']",
        "add    | 1  | ['a/0','x/y','a/1']",
        "replace| -2 | ['x/y','a/1']",
        "remove | -1 | ['a/0']",
      })
  void indexesCountFromEitherEnd(String operation, String index, String left) {
    ObjectNode now =
        patched(
            PatchType.JSON,
            CONFIG_MAP,
            LIVE,
            "[{'op':'%s','path':'/metadata/finalizers/%s','value':'x/y'}]"
                .formatted(operation, index),
            FieldValidation.WARN);

    assertThat(now.at("/metadata/finalizers")).isEqualTo(json(left.replace('`', '\'')));
  }

  @Test
  void tooManyOperationsAreRefused() {
    String one = "{'op':'test','path':'/data/a','value':'1'}";
    String many = "[" + (one + ",").repeat(10_000) + one + "]";

    ApiException refused = refused(PatchType.JSON, CONFIG_MAP, LIVE, many);

    assertThat(refused.status().code()).isEqualTo(413);
    assertThat(refused.status().message())
        .isEqualTo(
            "Request entity too large: The allowed maximum operations in a JSON patch is 10000, got"
                + " 10001");
  }

  @Test
  void numbersInMergePatchesKeepTheirSpelling() {
    ApiException refused =
        refused(
            PatchType.MERGE,
            POD,
            "{'apiVersion':'v1','kind':'Pod','metadata':{'name':'p'}}",
            "{'spec':{'activeDeadlineSeconds':5.0}}");

    assertThat(refused.status().message())
        .contains("{\\\"activeDeadlineSeconds\\\":5.0,")
        .endsWith(
            "json: cannot unmarshal number 5.0 into Go struct field"
                + " PodSpec.spec.activeDeadlineSeconds of type int64");
  }

  @Test
  void wholeNumbersWillDoInStrategicPatches() {
    ObjectNode now =
        patched(
            PatchType.STRATEGIC,
            POD,
            "{'apiVersion':'v1','kind':'Pod','metadata':{'name':'p'}}",
            "{'spec':{'activeDeadlineSeconds':5.0}}",
            FieldValidation.STRICT);

    assertThat(now.at("/spec/activeDeadlineSeconds").longValue()).isEqualTo(5);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'metadata':{'name':5}}                | map[metadata:map[name:5]]         | cannot convert int64 to string",
        "{'metadata':{'name':true}}             | map[metadata:map[name:true]]      | unrecognized type: string",
        "{'data':'x'}                           | map[data:x]                       | cannot restore map from string",
        "{'metadata':{'finalizers':{'a':'b'}}}  | map[metadata:map[finalizers:map[a:b]]] | cannot restore slice from map",
        "{'immutable':'x'}                      | map[immutable:x]                  | unrecognized type: bool",
      })
  void valuesOfTheWrongTypeInStrategicPatches(String patch, String shown, String why) {
    ApiException refused = refused(PatchType.STRATEGIC, CONFIG_MAP, LIVE, patch);

    assertThat(refused.status().message())
        .isEqualTo(" \"\" is invalid: patch: Invalid value: \"" + shown + "\": " + why);
  }

  @Test
  void listsThatAreNewComeWithoutDirectivesAndNulls() {
    ObjectNode now =
        patched(
            PatchType.STRATEGIC,
            POD,
            "{'apiVersion':'v1','kind':'Pod','metadata':{'name':'p'}}",
            "{'spec':{'volumes':[{'name':'x','$patch':'delete'},{'name':'v','emptyDir':null,"
                + "'hostPath':{'path':'/'}}]}}",
            FieldValidation.STRICT);

    assertThat(now.at("/spec/volumes")).isEqualTo(json("[{'name':'v','hostPath':{'path':'/'}}]"));
  }

  @Test
  void aMergePatchMustBeAnObject() {
    assertThat(refused(PatchType.MERGE, CONFIG_MAP, LIVE, "[]").status().message())
        .isEqualTo(
            "error decoding patch: json: cannot unmarshal array into Go value of type"
                + " map[string]interface {}");
    assertThat(refused(PatchType.MERGE, CONFIG_MAP, LIVE, "null").status().message())
        .isEqualTo("Invalid JSON Patch");
  }
}
