package dev.muster.kinds.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.KubernetesKinds;
import dev.muster.model.codec.Bodies;
import dev.muster.model.codec.FieldValidation;
import dev.muster.model.scheme.Kind;
import dev.muster.model.scheme.Kinds;
import dev.muster.model.status.ApiException;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class ProtobufTest {
  private static final int LENGTH_DELIMITED = 2;

  private final Kinds kinds = KubernetesKinds.kinds();
  private final Bodies bodies = new Bodies(kinds);

  @Test
  void readsAConfigMap() {
    byte[] metadata = message(1, text("a"));
    byte[] entry = concat(message(1, text("k")), message(2, text("v")));
    byte[] body = envelope("v1", "ConfigMap", concat(message(1, metadata), message(2, entry)));
    assertThat(read("ConfigMap", body).toString())
        .isEqualTo(
            "{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"a\"},\"data\":{\"k\":\"v\"}}");
  }

  @Test
  void readsWhatJsonShowsAsOneObjectButMessagesNest() {
    byte[] hostPath = message(1, text("/tmp"));
    byte[] volume = concat(message(1, text("v")), message(2, message(1, hostPath)));
    byte[] body = envelope("v1", "Pod", message(2, message(1, volume)));
    assertThat(read("Pod", body).at("/spec/volumes").toString())
        .isEqualTo("[{\"name\":\"v\",\"hostPath\":{\"path\":\"/tmp\"}}]");
  }

  @Test
  void readsNumbersQuantitiesAndEitherOr() {
    byte[] context = concat(new byte[] {2 << 3}, new byte[] {(byte) 0xe8, 7});
    byte[] limit = concat(message(1, text("cpu")), message(2, message(1, text("500m"))));
    byte[] port = concat(new byte[] {1 << 3, 0, 2 << 3, 80});
    byte[] http = concat(message(1, text("/")), message(2, port));
    byte[] probe = message(1, message(2, http));
    byte[] container =
        concat(
            message(1, text("c")),
            message(8, message(1, limit)),
            message(10, probe),
            message(15, new byte[] {4 << 3, 0}));
    byte[] body =
        envelope("v1", "Pod", message(2, concat(message(2, container), message(14, context))));
    ObjectNode pod = read("Pod", body);
    assertThat(pod.at("/spec/securityContext/runAsUser").longValue()).isEqualTo(1000);
    assertThat(pod.at("/spec/containers/0/resources/limits/cpu").textValue()).isEqualTo("500m");
    assertThat(pod.at("/spec/containers/0/livenessProbe/httpGet/port").longValue()).isEqualTo(80);
    assertThat(pod.at("/spec/containers/0/securityContext/runAsUser").longValue()).isZero();
  }

  @Test
  void refusesWhatIsNotAnEnvelope() {
    assertThatThrownBy(() -> read("ConfigMap", text("{}")))
        .isInstanceOf(ApiException.class)
        .hasMessageContaining("expected prefix [107 56 115 0]");
  }

  @Test
  void refusesAnotherKind() {
    assertThatThrownBy(() -> read("ConfigMap", envelope("v1", "Secret", new byte[0])))
        .hasMessageContaining("Secret in version \"v1\" cannot be handled as a ConfigMap");
  }

  @Property(tries = 500)
  void neverFailsInAnyOtherWay(@ForAll byte[] message) {
    try {
      read("Pod", envelope("v1", "Pod", message));
    } catch (ApiException e) {
      assertThat(e.status().code()).isEqualTo(400);
    }
  }

  private ObjectNode read(String kindName, byte[] body) {
    Kind kind = kinds.byKind("v1", kindName).orElseThrow();
    return bodies
        .read(kind, "application/vnd.kubernetes.protobuf", body, FieldValidation.STRICT)
        .object();
  }

  private static byte[] envelope(String apiVersion, String kind, byte[] message) {
    byte[] type = concat(message(1, text(apiVersion)), message(2, text(kind)));
    return concat(new byte[] {'k', '8', 's', 0}, message(1, type), message(2, message));
  }

  private static byte[] text(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** A length-delimited field. */
  private static byte[] message(int number, byte[] content) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(number << 3 | LENGTH_DELIMITED);
    int length = content.length;
    while (length > 0x7f) {
      out.write(length & 0x7f | 0x80);
      length >>>= 7;
    }
    out.write(length);
    out.writeBytes(content);
    return out.toByteArray();
  }

  private static byte[] concat(byte[]... parts) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      out.writeBytes(part);
    }
    return out.toByteArray();
  }
}
