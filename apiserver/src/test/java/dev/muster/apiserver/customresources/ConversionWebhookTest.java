package dev.muster.apiserver.customresources;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.admission.webhook.WebhookClient;
import dev.muster.kinds.apiextensions.Converter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Objects are converted by a server that nobody trusts. */
class ConversionWebhookTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String DEFINITION =
      """
      {"spec":{"conversion":{"strategy":"Webhook","webhook":{
        "conversionReviewVersions":["v9","v1"],
        "clientConfig":{"url":"https://converter.example.com/convert"}}}}}
      """;
  private static final String OBJECT =
      """
      {"apiVersion":"example.com/v1","kind":"Widget",
       "metadata":{"name":"w","namespace":"n","uid":"u","labels":{"a":"b"}},"spec":{"size":3}}
      """;

  private static ObjectNode tree(String json) {
    try {
      return (ObjectNode) JSON.readTree(json);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A server that makes its answer of the review that it is sent. */
  private static Converter answering(UnaryOperator<ObjectNode> answer) {
    WebhookClient client =
        (endpoint, body, timeout) -> {
          ObjectNode review = tree(new String(body, StandardCharsets.UTF_8));
          return answer.apply(review).toString().getBytes(StandardCharsets.UTF_8);
        };
    return ConversionWebhook.of(tree(DEFINITION), client);
  }

  private static ObjectNode converted(ObjectNode review) {
    ObjectNode answer = review.deepCopy();
    JsonNode request = answer.remove("request");
    ObjectNode response = answer.putObject("response");
    response.set("uid", request.get("uid"));
    response.putObject("result").put("status", "Success");
    ObjectNode object = request.at("/objects/0").deepCopy();
    object.set("apiVersion", request.get("desiredAPIVersion"));
    response.putArray("convertedObjects").add(object);
    return answer;
  }

  @Test
  void asksForTheVersionAndTakesTheAnswer() {
    Converter converter =
        answering(
            review -> {
              assertThat(review.get("apiVersion").asText()).isEqualTo("apiextensions.k8s.io/v1");
              ObjectNode answer = converted(review);
              ((ObjectNode) answer.at("/response/convertedObjects/0/spec")).put("size", "3 cm");
              return answer;
            });
    ObjectNode made = converter.convert(tree(OBJECT), "example.com/v2");
    assertThat(made.get("apiVersion").asText()).isEqualTo("example.com/v2");
    assertThat(made.at("/spec/size").asText()).isEqualTo("3 cm");
  }

  @Test
  void asksNobodyForTheVersionThatItHas() {
    Converter converter =
        answering(
            review -> {
              throw new IllegalStateException("asked");
            });
    assertThat(converter.convert(tree(OBJECT), "example.com/v1")).isEqualTo(tree(OBJECT));
  }

  @Test
  void labelsMayChangeButNothingElseOfTheMetadata() {
    Converter converter =
        answering(
            review -> {
              ObjectNode answer = converted(review);
              ObjectNode metadata = (ObjectNode) answer.at("/response/convertedObjects/0/metadata");
              metadata.putObject("labels").put("c", "d");
              metadata.putArray("finalizers").add("example.com/forever");
              return answer;
            });
    ObjectNode made = converter.convert(tree(OBJECT), "example.com/v2");
    assertThat(made.at("/metadata/labels").toString()).isEqualTo("{\"c\":\"d\"}");
    assertThat(made.at("/metadata").has("finalizers")).isFalse();
  }

  static Stream<Arguments> nonsense() {
    return Stream.of(
        Arguments.of(
            "nothing",
            change(answer -> answer.removeAll()),
            "failed: expected webhook response of apiextensions.k8s.io/v1, Kind=ConversionReview, got , Kind="),
        Arguments.of(
            "another uid",
            change(answer -> ((ObjectNode) answer.get("response")).put("uid", "x")),
            ", got \"x\""),
        Arguments.of(
            "a failure",
            change(
                answer ->
                    ((ObjectNode) answer.at("/response/result"))
                        .put("status", "Failure")
                        .put("message", "no idea")),
            "failed: no idea"),
        Arguments.of(
            "no objects",
            change(answer -> ((ObjectNode) answer.get("response")).putArray("convertedObjects")),
            "returned 0 objects, expected 1"),
        Arguments.of(
            "the old version",
            change(answer -> object(answer).put("apiVersion", "example.com/v1")),
            "returned invalid object at index 0: invalid groupVersion (expected example.com/v2, received example.com/v1)"),
        Arguments.of(
            "another object",
            change(answer -> ((ObjectNode) object(answer).get("metadata")).put("name", "x")),
            "returned invalid object: must have the same name: w != x"),
        Arguments.of(
            "another kind",
            change(answer -> object(answer).put("kind", "Gadget")),
            "invalid kind (expected Widget, received Gadget)"),
        Arguments.of(
            "two objects",
            change(
                answer ->
                    ((ObjectNode) answer.get("response"))
                        .withArrayProperty("convertedObjects")
                        .addObject()),
            "returned 2 objects, expected 1"),
        Arguments.of(
            "a label that is none",
            change(
                answer ->
                    ((ObjectNode) object(answer).get("metadata"))
                        .putObject("labels")
                        .put("a", "not a value")),
            "returned invalid metadata: metadata.labels: Invalid value"),
        Arguments.of(
            "a number for a label",
            change(
                answer ->
                    ((ObjectNode) object(answer).get("metadata")).putObject("labels").put("a", 1)),
            "metadata.labels[a] must be a string"));
  }

  private static ObjectNode object(ObjectNode answer) {
    return (ObjectNode) answer.at("/response/convertedObjects/0");
  }

  private static UnaryOperator<ObjectNode> change(Consumer<ObjectNode> how) {
    return review -> {
      ObjectNode answer = converted(review);
      how.accept(answer);
      return answer;
    };
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("nonsense")
  void refusesAnAnswerThatIs(String what, UnaryOperator<ObjectNode> answer, String fault) {
    assertThatThrownBy(() -> answering(answer).convert(tree(OBJECT), "example.com/v2"))
        .hasMessageStartingWith("conversion webhook for example.com/v1, Kind=Widget ")
        .hasMessageContaining(fault);
  }

  @Test
  void aServerThatHangsIsAClearError() {
    WebhookClient client =
        (endpoint, body, timeout) -> {
          assertThat(timeout).hasSeconds(30);
          throw new WebhookClient.CallException("context deadline exceeded");
        };
    Converter converter = ConversionWebhook.of(tree(DEFINITION), client);
    assertThatThrownBy(() -> converter.convert(tree(OBJECT), "example.com/v2"))
        .hasMessageContaining("failed: context deadline exceeded");
  }
}
