package dev.muster.views;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.views.CoreV1.MutableContainer;
import dev.muster.views.CoreV1.MutablePod;
import dev.muster.views.CoreV1.MutablePodSpec;
import dev.muster.views.CoreV1.MutableServicePort;
import org.junit.jupiter.api.Test;

class MutableViewTest {
  private final MutablePod pod = MutablePod.create();
  private final MutablePodSpec spec = pod.spec().ensure();

  private static ObjectNode json(String text) throws Exception {
    return (ObjectNode) JsonMapper.builder().build().readTree(text);
  }

  @Test
  void whatIsSetStandsInTheTree() throws Exception {
    pod.metadata().ensure().name("web").labels().map().put("app", "web");
    spec.hostNetwork(true).priority(7).restartPolicy("Never");
    spec.containers().add().name("a").args().list().add("-v");
    assertThat(pod.tree())
        .hasToString(
            json("""
                    {"spec": {"hostNetwork": true, "priority": 7, "restartPolicy": "Never",
                              "containers": [{"name": "a", "args": ["-v"]}]},
                     "metadata": {"name": "web", "labels": {"app": "web"}}}
                    """)
                .toString());
  }

  @Test
  void numbersAreWrittenAsTheDecoderReadsThem() {
    assertThat(spec.priority(7).priority().node()).isEqualTo(LongNode.valueOf(7));
    assertThat(MutableServicePort.create().targetPort(80).targetPort().node())
        .isEqualTo(LongNode.valueOf(80));
    assertThat(MutableServicePort.create().targetPort("web").targetPort().node().textValue())
        .isEqualTo("web");
  }

  @Test
  void onlyWhatIsOpenIsDefaulted() {
    spec.priority(0).hostNetwork(false).dnsPolicy("");
    spec.priority().defaultTo(1);
    spec.hostNetwork().defaultTo(true);
    spec.dnsPolicy().defaultTo("ClusterFirst");
    assertThat(spec.priority().number()).isZero();
    assertThat(spec.hostNetwork().truth()).isFalse();
    assertThat(spec.dnsPolicy().text()).isEqualTo("ClusterFirst");
    spec.priority().defaultFromZeroTo(1);
    assertThat(spec.priority().number()).isEqualTo(1);
  }

  @Test
  void whatIsAbsentReadsAsEmptyAndIsNotMadeByReading() {
    assertThat(spec.nodeName().text()).isEmpty();
    assertThat(spec.priority().number()).isZero();
    assertThat(spec.hostPID().truth()).isFalse();
    assertThat(spec.containers().each()).isEmpty();
    assertThat(spec.securityContext().get()).isEmpty();
    assertThat(spec.nodeSelector().empty()).isTrue();
    assertThat(spec.tree()).isEmpty();
  }

  @Test
  void aFieldIsTakenAway() {
    spec.nodeName("n").nodeName().remove();
    assertThat(spec.nodeName().absent()).isTrue();
    assertThat(spec.tree()).isEmpty();
  }

  @Test
  void elementsAreTheTreeItself() {
    spec.containers().add(MutableContainer.create().name("a"));
    spec.containers().each().getFirst().image("i");
    assertThat(spec.reading().containers().getFirst().image().text()).isEqualTo("i");
  }

  @Test
  void metadataIsThatOfAnyObjectAndIsPutThereWhenThereIsNone() {
    ObjectNode object = JsonNodeFactory.instance.objectNode();
    assertThat(MetaV1.ObjectMeta.ofObject(object).name().text()).isEmpty();
    MetaV1.MutableObjectMeta.ofObject(object).name("a");
    assertThat(object.toString()).isEqualTo("{\"metadata\":{\"name\":\"a\"}}");
    assertThat(MetaV1.ObjectMeta.ofObject(object).name().path()).hasToString("metadata.name");
  }
}
