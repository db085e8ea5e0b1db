package dev.muster.apiserver.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.KubernetesKinds;
import dev.muster.model.codec.Decoder;
import dev.muster.model.codec.Encoder;
import dev.muster.model.codec.ProtobufWriter;
import dev.muster.model.codec.Trees;
import dev.muster.model.scheme.Kind;
import dev.muster.model.scheme.Kinds;
import java.nio.charset.StandardCharsets;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
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
}
