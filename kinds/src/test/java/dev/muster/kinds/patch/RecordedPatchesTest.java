package dev.muster.kinds.patch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.KubernetesKinds;
import dev.muster.kinds.recorded.Rows;
import dev.muster.model.codec.Bodies;
import dev.muster.model.codec.Decoder;
import dev.muster.model.codec.FieldValidation;
import dev.muster.model.codec.Target;
import dev.muster.model.patch.PatchType;
import dev.muster.model.patch.Patches;
import dev.muster.model.scheme.Kind;
import dev.muster.model.scheme.Kinds;
import dev.muster.model.status.ApiException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Every recorded patch, applied to the object that it was applied to, gives what was recorded. Rows
 * whose outcome a strategy, admission or a precondition decided are left out.
 */
class RecordedPatchesTest {
  private static final Kinds KINDS = KubernetesKinds.kinds();
  private static final Bodies BODIES = new Bodies(KINDS);

  /** What defaults and strategies add to a patched object, which is not the patch's doing. */
  private static final Set<String> FILLED_IN =
      Set.of(
          "apiVersion",
          "defaultMode",
          "imagePullPolicy",
          "protocol",
          "qosClass",
          "terminationMessagePath",
          "terminationMessagePolicy",
          "hostIP",
          "hostIPs",
          "podIPs");

  @TestFactory
  Stream<DynamicTest> outcomes() {
    return rows().stream()
        .map(row -> DynamicTest.dynamicTest(row.get("row").asText(), () -> check(row)));
  }

  /** An empty list of the object itself is stored as null, once it is known who owns it. */
  private static ObjectNode settled(ObjectNode object) {
    object
        .properties()
        .forEach(
            e -> {
              if (e.getValue().isArray() && e.getValue().isEmpty()) {
                e.setValue(object.nullNode());
              }
            });
    return object;
  }

  private static void check(JsonNode row) {
    JsonNode current = row.get("current");
    Kind kind =
        KINDS
            .byKind(current.get("apiVersion").asText(), current.get("kind").asText())
            .orElseThrow();
    ObjectNode object = Decoder.decode(kind.type(), current).object();
    ObjectNode before = object.deepCopy();
    int status = row.get("status").asInt();
    if (status == 200) {
      Bodies.Body body = patched(row, kind, object);
      List<String> differences = new ArrayList<>();
      compare("", settled(body.object()), expected(kind, row.get("result")), differences);
      assertThat(differences).isEmpty();
      assertThat(body.warnings().stream().map(RecordedPatchesTest::header).toList())
          .isEqualTo(row.get("warnings").valueStream().map(JsonNode::asText).toList());
    } else {
      ApiException refused =
          catchThrowableOfType(ApiException.class, () -> patched(row, kind, object));
      assertThat(refused).isNotNull();
      assertThat(refused.status().message())
          .isEqualTo(row.get("message").asText().replace("<scheme>", SCHEME));
      // a fault in the patch is the client's, where the real server takes it for its own
      assertThat(refused.status().code()).isEqualTo(status == 500 ? 400 : status);
    }
    assertThat(object).isEqualTo(before);
  }

  private static final String SCHEME = "pkg/api/legacyscheme/scheme.go:30";

  private static JsonNode expected(Kind kind, JsonNode answer) {
    return Decoder.decode(kind.type(), answer).object();
  }

  private static Bodies.Body patched(JsonNode row, Kind kind, ObjectNode object) {
    String query = row.get("query").asText();
    int at = query.indexOf("fieldValidation=");
    String named = at < 0 ? "" : query.substring(at + 16).split("&", 2)[0];
    FieldValidation how = FieldValidation.named(named).orElseThrow();
    byte[] patch = row.get("patch").asText().getBytes(StandardCharsets.UTF_8);
    return Patches.apply(
            PatchType.of(row.get("type").asText()).orElseThrow(), patch, object, kind.type(), how)
        .read(BODIES, Target.of(kind), how);
  }

  private static String header(String warning) {
    return "299 - \"" + warning.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
  }

  private static void compare(
      String at, JsonNode actual, JsonNode expected, List<String> differences) {
    if (actual.isObject() && expected.isObject()) {
      actual
          .properties()
          .forEach(
              e -> {
                JsonNode other = expected.path(e.getKey());
                boolean bookkeeping =
                    at.equals("/metadata")
                        && Set.of("resourceVersion", "generation", "managedFields")
                            .contains(e.getKey());
                if (!bookkeeping) {
                  compare(at + "/" + e.getKey(), e.getValue(), other, differences);
                }
              });
      expected
          .fieldNames()
          .forEachRemaining(
              name -> {
                if (!actual.has(name) && !FILLED_IN.contains(name)) {
                  differences.add(at + "/" + name + " is missing");
                }
              });
    } else if (actual.isArray() && expected.isArray() && actual.size() == expected.size()) {
      for (int i = 0; i < actual.size(); i++) {
        compare(at + "/" + i, actual.get(i), expected.get(i), differences);
      }
    } else if (!actual.equals(expected) && !(expected.isNull() && isEmptyList(actual))) {
      differences.add(at + " is " + actual + ", not " + expected);
    }
  }

  /** An empty list counts for ownership; it is stored as none. */
  private static boolean isEmptyList(JsonNode value) {
    return value.isArray() && value.isEmpty();
  }

  private static List<JsonNode> rows() {
    return Rows.of(RecordedPatchesTest.class, "patches.jsonl");
  }
}
