package dev.muster.model.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonParser;
import dev.muster.model.types.Schema;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DecoderTest {

  @Test
  void leavesOutWhatIsEmptyAndWritesWhatTheTypeAlwaysWrites() throws IOException {
    assertThat(
            canonical(
                "core/v1.Pod",
                "{'spec':{'containers':[{'name':'c','env':[{'name':'A','value':''}]}],'hostNetwork':false}}"))
        .isEqualTo(
            "{'metadata':{},'spec':{'containers':[{'name':'c','env':[{'name':'A'}],'resources':{}}]},'status':{}}");
  }

  @Test
  void keepsTheDifferenceBetweenAbsentAndZeroForPointers() throws IOException {
    assertThat(
            canonical(
                "core/v1.PodSecurityContext",
                "{'runAsUser':0,'runAsNonRoot':false,'fsGroup':null}"))
        .isEqualTo("{'runAsUser':0,'runAsNonRoot':false}");
  }

  @Test
  void writesListsThatAreAlwaysWrittenAsTheyWereSent() throws IOException {
    assertThat(canonical("rbac/v1.Role", "{'rules':[]}")).isEqualTo("{'metadata':{},'rules':[]}");
    assertThat(canonical("rbac/v1.Role", "{}")).isEqualTo("{'metadata':{},'rules':null}");
  }

  @Test
  void tellsUnknownAndDuplicateFieldsWithTheirPlace() throws IOException {
    assertThat(
            decode(
                    "core/v1.Pod",
                    "{'metadata':{'name':'a','name':'b','odd':1},'spec':{'containers':[{'imag':'x'}]}}")
                .issues())
        .containsExactly(
            "duplicate field \"metadata.name\"",
            "unknown field \"metadata.odd\"",
            "unknown field \"spec.containers[0].imag\"");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "core/v1.Pod|{'spec':[]}|json: cannot unmarshal array into Go struct field Pod.spec of type v1.PodSpec",
        "core/v1.Pod|{'spec':{'securityContext':{'runAsUser':'x'}}}|json: cannot unmarshal string into Go struct field"
            + " PodSecurityContext.spec.securityContext.runAsUser of type int64",
        "core/v1.Pod|{'metadata':{'creationTimestamp':5}}|json: cannot unmarshal number into Go struct field"
            + " ObjectMeta.metadata.creationTimestamp of type string",
        "core/v1.Pod|{'spec':{'containers':[{'livenessProbe':{'httpGet':{'port':true}}}]}}|json: cannot unmarshal bool into Go struct"
            + " field HTTPGetAction.spec.containers.livenessProbe.httpGet.port of type int32",
        "core/v1.Pod|{'spec':{'containers':[{'livenessProbe':{'tcpSocket':{'port':1.5}}}]}}|json: cannot unmarshal number 1.5 into Go"
            + " struct field TCPSocketAction.spec.containers.livenessProbe.tcpSocket.port of type int32",
        "core/v1.Pod|{'spec':{'securityContext':{'runAsUser':1.5}}}|json: cannot unmarshal number 1.5 into Go struct field"
            + " PodSecurityContext.spec.securityContext.runAsUser of type int64",
        "core/v1.Secret|{'data':['a']}|json: cannot unmarshal array into Go struct field Secret.data of type map[string][]uint8",
        "core/v1.Secret|{'data':{'a':'%'}}|illegal base64 data at input byte 0",
        "core/v1.ConfigMap|{'data':{'a':1}}|json: cannot unmarshal number into Go struct field ConfigMap.data of type string",
      })
  void saysWhatDoesNotFit(String type, String json, String message) {
    assertThatThrownBy(() -> decode(type, json))
        .isInstanceOf(DecodeException.class)
        .hasMessage(message);
  }

  private static Decoder.Decoded decode(String type, String json) throws IOException {
    try (JsonParser in = Trees.FACTORY.createParser(json.replace('\'', '"'))) {
      return Decoder.decode(Schema.kubernetes().struct(type), in);
    }
  }

  private static String canonical(String type, String json) throws IOException {
    byte[] bytes = Encoder.encode(Schema.kubernetes().struct(type), decode(type, json).object());
    return new String(bytes, StandardCharsets.UTF_8).replace('"', '\'');
  }
}
