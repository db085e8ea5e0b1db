package dev.muster.controllers.scale;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.client.api.ApiClient;
import dev.muster.client.api.ApiReply;
import dev.muster.client.api.ApiRequest;
import dev.muster.client.api.ApiTransport;
import dev.muster.controllers.tree.JsonText;
import dev.muster.views.AutoscalingV2.CrossVersionObjectReference;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** References are written by tenants, and followed with a controller's rights. */
class ScaleSubresourceTest {
  private final List<String> asked = new ArrayList<>();
  private String resources =
      "{resources: [{name: 'things', kind: 'Thing'}, {name: 'things/scale', kind: 'Scale'}, {name:"
          + " 'plains', kind: 'Plain'}]}";

  private final ScaleSubresource scales =
      new ScaleSubresource(
          new ApiClient(
              new ApiTransport() {
                @Override
                public ApiReply send(ApiRequest request) {
                  asked.add(request.path());
                  byte[] body = JsonText.of(resources).toString().getBytes(StandardCharsets.UTF_8);
                  return new ApiReply(200, new ByteArrayInputStream(body));
                }

                @Override
                public void close() {}
              }));

  private static CrossVersionObjectReference reference(
      String apiVersion, String kind, String name) {
    return CrossVersionObjectReference.of(
        JsonText.of("{}").put("apiVersion", apiVersion).put("kind", kind).put("name", name));
  }

  @Test
  void isFoundByDiscovery() throws IOException {
    assertThat(scales.path(reference("example.com/v1", "Thing", "a"), "ns"))
        .isEqualTo("/apis/example.com/v1/namespaces/ns/things/a/scale");
    assertThat(scales.path(reference("v1", "Thing", "a"), "ns"))
        .isEqualTo("/api/v1/namespaces/ns/things/a/scale");
    assertThatThrownBy(() -> scales.path(reference("example.com/v1", "Plain", "a"), "ns"))
        .hasMessage("plains.example.com does not implement the scale subresource");
    assertThatThrownBy(() -> scales.path(reference("example.com/v1", "None", "a"), "ns"))
        .hasMessage("no matches for kind \"None\" in version \"example.com/v1\"");
  }

  @ParameterizedTest
  @CsvSource({
    "v1/../namespaces/ns/configmaps/x, a",
    "../api/v1, a",
    ".., a",
    "../v1, a",
    "example.com/v1?x=, a",
    "example.com/v1/namespaces, a",
    "example.com/v1, ../../other/things/a",
    "example.com/v1, a?dryRun=All",
    "example.com/v1, ..",
    "example.com/v1, a%2F..",
    "'', a",
  })
  void nothingElseIsAskedFor(String apiVersion, String name) {
    assertThatThrownBy(() -> scales.path(reference(apiVersion, "Thing", name), "ns"))
        .isInstanceOf(ScaleSubresource.NoScaleException.class);
    assertThat(asked).isEmpty();
  }

  @Test
  void aListOfResourcesThatSomebodyForgedLeadsNowhere() {
    resources =
        "{resources: [{name: '../../kube-system/things', kind: 'Thing'}, {name:"
            + " '../../kube-system/things/scale', kind: 'Scale'}]}";
    assertThatThrownBy(() -> scales.path(reference("example.com/v1", "Thing", "a"), "ns"))
        .isInstanceOf(ScaleSubresource.NoScaleException.class);
  }
}
