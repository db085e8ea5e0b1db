package dev.muster.model.patch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.codec.FieldValidation;
import dev.muster.model.status.ApiException;
import dev.muster.model.types.Schema;
import dev.muster.model.types.StructType;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Patches whose work would multiply. */
class HostilePatchesTest {
  private static final Duration SOON = Duration.ofSeconds(20);
  private static final StructType POD = Schema.kubernetes().struct("core/v1.Pod");

  private static ObjectNode pod(int ports) {
    ObjectNode pod = JsonNodeFactory.instance.objectNode().put("kind", "Pod");
    pod.put("apiVersion", "v1").putObject("metadata").put("name", "p");
    ObjectNode container = pod.putObject("spec").putArray("containers").addObject();
    container.put("name", "c").put("image", "i");
    ArrayNode list = container.putArray("ports");
    for (int i = 0; i < ports; i++) {
      list.addObject().put("containerPort", (long) i).put("protocol", "TCP");
    }
    return pod;
  }

  private static Patched apply(PatchType type, ObjectNode pod, String patch) {
    byte[] bytes = patch.getBytes(StandardCharsets.UTF_8);
    return assertTimeoutPreemptively(
        SOON, () -> Patches.apply(type, bytes, pod, POD, FieldValidation.STRICT));
  }

  private static String many(int count, IntFunction<String> one) {
    return IntStream.range(0, count).mapToObj(one).collect(Collectors.joining(","));
  }

  @Test
  void aListThatIsGoneOverTooOftenIsRefused() {
    String patch =
        "{\"spec\":{\"containers\":["
            + many(5_000, i -> "{\"name\":\"c\",\"ports\":[{\"containerPort\":" + i + "}]}")
            + "]}}";
    assertThatThrownBy(() -> apply(PatchType.STRATEGIC, pod(20_000), patch))
        .isInstanceOf(ApiException.class)
        .hasMessageContaining("too often");
  }

  @Test
  void manyDirectivesOnALongListAreCarriedOutAtOnce() {
    String patch =
        "{\"spec\":{\"containers\":[{\"name\":\"c\",\"ports\":["
            + many(40_000, i -> "{\"$patch\":\"delete\",\"containerPort\":" + i + "}")
            + "],\"$setElementOrder/ports\":["
            + many(40_000, i -> "{\"containerPort\":" + i + "}")
            + "]}]}}";
    assertThat(apply(PatchType.STRATEGIC, pod(40_000), patch)).isNotNull();
  }

  @Test
  void copiesAreCountedInBytes() {
    String value = "x".repeat(1 << 20);
    ObjectNode pod = pod(0);
    ((ObjectNode) pod.get("metadata")).putObject("annotations").put("a", value);
    String three =
        many(
            2,
            i -> "{\"op\":\"copy\",\"from\":\"/metadata/annotations/a\",\"path\":\"/x" + i + "\"}");
    assertThat(apply(PatchType.JSON, pod.deepCopy(), "[" + three + "]")).isNotNull();
    assertThatThrownBy(() -> apply(PatchType.JSON, pod.deepCopy(), "[" + three + "," + three + "]"))
        .isInstanceOf(ApiException.class)
        .hasMessageContaining("the server rejected our request");
  }

  @Test
  void aTestOfAValueCostsNoMoreThanThePatch() {
    String patch =
        "["
            + many(9_000, i -> "{\"op\":\"test\",\"path\":\"/metadata/name\",\"value\":\"p\"}")
            + ",{\"op\":\"test\",\"path\":\"/spec\",\"value\":{}}]";
    assertThatThrownBy(() -> apply(PatchType.JSON, pod(40_000), patch))
        .isInstanceOf(ApiException.class);
  }

  @Test
  void valuesCannotBeStackedBeyondTheDeepestNesting() {
    String chain = "{\"m\":".repeat(900) + "{}" + "}".repeat(900);
    String deep = "/m".repeat(901);
    String patch =
        "[{\"op\":\"add\",\"path\":\"/a\",\"value\":%s},{\"op\":\"add\",\"path\":\"/b\",\"value\":%s},"
                .formatted(chain, chain)
            + "{\"op\":\"move\",\"from\":\"/a\",\"path\":\"/b%s\"}]".formatted(deep);
    assertThatThrownBy(() -> apply(PatchType.JSON, pod(0), patch))
        .isInstanceOf(ApiException.class)
        .hasMessageContaining("the server rejected our request");
  }
}
