package dev.muster.apiserver.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.KubernetesKinds;
import dev.muster.model.codec.Decoder;
import dev.muster.model.codec.Encoder;
import dev.muster.model.codec.ProtobufWriter;
import dev.muster.model.codec.StorageDecoder;
import dev.muster.model.codec.Trees;
import dev.muster.model.scheme.Kind;
import dev.muster.model.scheme.Kinds;
import java.nio.charset.StandardCharsets;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Values in etcd are kube-apiserver's. */
class RegistryObjectCodecTest {
  private static final Kinds KINDS = KubernetesKinds.kinds();
  private static final Kind CONFIG_MAP = KINDS.byKind("v1", "ConfigMap").orElseThrow();
  private final RegistryObjectCodec codec = new RegistryObjectCodec(KINDS);

  private static ObjectNode configMap(String metadata) throws Exception {
    String json =
        "{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\",\"metadata\":{"
            + metadata
            + "},\"data\":{\"k\":\"v\"}}";
    return Decoder.decode(CONFIG_MAP.type(), Trees.parse(bytes(json))).object();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"name\":\"x\",\"namespace\":\"a\",\"uid\":\"u\",\"creationTimestamp\":\"2026-01-01T00:00:00Z\"",
        "\"name\":\"x\",\"annotations\":{\"resourceVersion\":\"\",\"b\":\"\\\"resourceVersion\\\":\\\"\"}",
        "\"name\":\"x\""
      })
  void anObjectComesBackAsItWasWrittenWithItsRevision(String metadata) throws Exception {
    ObjectDraft draft = ObjectDraft.of(CONFIG_MAP, configMap(metadata));
    byte[] kept = codec.encode("configmaps/a/x", draft.bytes());
    ObjectNode tree = (ObjectNode) Trees.parse(kept);
    assertThat(tree.path("metadata").has("resourceVersion")).isFalse();
    assertThat(kept[kept.length - 1]).isEqualTo((byte) '\n');
    assertThat(new String(codec.decode("configmaps/a/x", kept, 42).json(), StandardCharsets.UTF_8))
        .isEqualTo(new String(draft.committed(42).json(), StandardCharsets.UTF_8))
        .contains("\"resourceVersion\":\"42\"");
  }

  @Test
  void protobufIsReadAsWell() throws Exception {
    ObjectNode object = configMap("\"name\":\"x\",\"namespace\":\"a\",\"labels\":{\"l\":\"1\"}");
    byte[] json = Encoder.encode(CONFIG_MAP.type(), object);
    byte[] message =
        ProtobufWriter.write(CONFIG_MAP.type(), "v1", "ConfigMap", (ObjectNode) Trees.parse(json));
    assertThat(message).startsWith((byte) 'k', (byte) '8', (byte) 's', (byte) 0);
    StoredObject read = codec.decode("configmaps/a/x", message, 7);
    assertThat(read.tree().path("data").path("k").asText()).isEqualTo("v");
    assertThat(read.labels()).containsEntry("l", "1");
    assertThat(read.revision()).isEqualTo(7);
  }

  @Test
  void anObjectOfAKindThatIsNotKnownYetKeepsEverything() throws Exception {
    String stored =
        "{\"apiVersion\":\"example.com/v1\",\"kind\":\"Gear\",\"metadata\":{\"annotations\":{\"resourceVersion\":\"1\"},"
            + "\"name\":\"x\",\"uid\":\"u\"},\"spec\":{\"a\":[1,2.50]}}";
    String json =
        new String(
            codec.decode("gears.example.com/a/x", bytes(stored), 9).json(), StandardCharsets.UTF_8);
    assertThat(json)
        .startsWith(
            "{\"kind\":\"Gear\",\"apiVersion\":\"example.com/v1\",\"metadata\":{\"name\":\"x\",\"uid\":\"u\","
                + "\"resourceVersion\":\"9\",\"annotations\":{\"resourceVersion\":\"1\"}}");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "[]", "{}", "null", "k8s", "{\"metadata\":7}", "{\"kind\":", "\u0000"})
  void whatIsNoObjectIsRefused(String stored) {
    assertThatExceptionOfType(RuntimeException.class)
        .isThrownBy(() -> codec.decode("configmaps/a/x", bytes(stored), 1));
  }

  @Property(tries = 300)
  void anyBytesAreReadOrRefused(@ForAll byte[] stored) {
    try {
      codec.decode("configmaps/a/x", stored, 1);
    } catch (RuntimeException refused) {
      assertThat(refused).isNotNull();
    }
  }

  private static final List<String> WRITTEN =
      List.of(
          """
          {"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"x","namespace":"a","uid":"u",\
          "creationTimestamp":"2026-01-01T00:00:00Z","labels":{"l":"1"}},"data":{"k":"v","n":"\\u00e9\\""}}
          """,
          """
          {"kind":"Pod","apiVersion":"v1","metadata":{"name":"x","namespace":"a","generation":1,\
          "deletionTimestamp":"2026-01-01T00:00:00Z","deletionGracePeriodSeconds":30},\
          "spec":{"containers":[{"name":"c","image":"i","ports":[{"containerPort":80}],\
          "resources":{"limits":{"cpu":"500m"}}}],"nodeName":"n"},"status":{"phase":"Running"}}
          """,
          """
          {"kind":"Deployment","apiVersion":"apps/v1","metadata":{"name":"x","namespace":"a",\
          "managedFields":[{"manager":"m","operation":"Update","fieldsV1":{"f:spec":{}}}]},\
          "spec":{"replicas":2,"strategy":{"rollingUpdate":{"maxSurge":"25%"}}}}
          """);

  @Property(tries = 1_000)
  void whatIsReadInOnePassIsReadTheSameWhenItIsLookedAtClosely(
      @ForAll @IntRange(max = 2) int which,
      @ForAll @IntRange(max = 400) int from,
      @ForAll @IntRange(max = 12) int taken,
      @ForAll @IntRange(max = 400) int other,
      @ForAll @IntRange(max = 60) int copied) {
    String whole = WRITTEN.get(which);
    int at = from % whole.length();
    int end = Math.min(whole.length(), at + taken);
    int begin = other % whole.length();
    String copy = whole.substring(begin, Math.min(whole.length(), begin + copied));
    String stored = whole.substring(0, at) + copy + whole.substring(end);
    // no API server begins with a space
    assertThat(read(which, stored)).isEqualTo(read(which, " " + stored));
  }

  @Test
  void whatAnApiServerWroteIsReadInOnePass() {
    for (int which = 0; which < WRITTEN.size(); which++) {
      assertThat(StorageDecoder.readAs(kind(which), bytes(WRITTEN.get(which)))).isPresent();
      assertThat(StorageDecoder.readAs(kind(which), bytes(" " + WRITTEN.get(which)))).isEmpty();
    }
  }

  private static Kind kind(int which) {
    return switch (which) {
      case 0 -> CONFIG_MAP;
      case 1 -> KINDS.byKind("v1", "Pod").orElseThrow();
      default -> KINDS.byKind("apps/v1", "Deployment").orElseThrow();
    };
  }

  private String read(int which, String stored) {
    try {
      return codec.decode(kind(which).storagePrefix() + "/a/x", bytes(stored), 7).toString();
    } catch (RuntimeException refused) {
      return "refused";
    }
  }
}
