package dev.muster.apiserver.customresources;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.admission.webhook.WebhookClient;
import dev.muster.base.deadline.Deadline;
import dev.muster.kinds.apiextensions.Converter;
import dev.muster.model.codec.Encoder;
import dev.muster.model.codec.Trees;
import dev.muster.model.status.ApiException;
import dev.muster.model.status.Status;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;

/**
 * Has objects converted by a server that the definition names. What that server answers is not
 * trusted: an object stays the object that it was, and nothing takes longer than half a minute.
 */
final class ConversionWebhook implements Converter {
  private static final Duration TIMEOUT = Duration.ofSeconds(30);
  private static final List<String> REVIEWS = List.of("v1", "v1beta1");

  private final WebhookClient client;
  private final WebhookClient.Endpoint endpoint;
  private final String review;

  private ConversionWebhook(WebhookClient client, WebhookClient.Endpoint endpoint, String review) {
    this.client = client;
    this.endpoint = endpoint;
    this.review = review;
  }

  /** How the objects of a definition are converted. */
  static Converter of(ObjectNode definition, WebhookClient client) {
    JsonNode conversion = definition.path("spec").path("conversion");
    if (!conversion.path("strategy").asText().equals("Webhook")) {
      return Converter.NONE;
    }
    JsonNode webhook = conversion.path("webhook");
    String review =
        webhook
            .path("conversionReviewVersions")
            .valueStream()
            .map(JsonNode::asText)
            .filter(REVIEWS::contains)
            .findFirst()
            .orElse("v1");
    return new ConversionWebhook(
        client, WebhookClient.Endpoint.of(webhook.path("clientConfig")), review);
  }

  @Override
  public ObjectNode convert(ObjectNode object, String apiVersion) {
    if (object.path("apiVersion").asText().equals(apiVersion)) {
      return object;
    }
    Deadline.check();
    String uid = UUID.randomUUID().toString();
    ObjectNode asked = JsonNodeFactory.instance.objectNode();
    asked.put("kind", "ConversionReview").put("apiVersion", "apiextensions.k8s.io/" + review);
    asked
        .putObject("request")
        .put("uid", uid)
        .put("desiredAPIVersion", apiVersion)
        .putArray("objects")
        .add(object);
    JsonNode answer;
    try {
      answer = Trees.parse(client.post(endpoint, Encoder.encode(asked), TIMEOUT));
    } catch (WebhookClient.CallException | IOException e) {
      throw failed(object, String.valueOf(e.getMessage()));
    }
    return accepted(object, apiVersion, uid, answer);
  }

  private ObjectNode accepted(ObjectNode object, String apiVersion, String uid, JsonNode answer) {
    JsonNode response = answer.path("response");
    if (!answer.path("kind").asText().equals("ConversionReview")
        || !answer.path("apiVersion").asText().equals("apiextensions.k8s.io/" + review)) {
      throw failed(
          object,
          "invalid response: expected ConversionReview in version apiextensions.k8s.io/" + review);
    }
    if (!response.path("uid").asText().equals(uid)) {
      throw failed(object, "expected response.uid=\"" + uid + "\", got another");
    }
    if (!response.path("result").path("status").asText().equals("Success")) {
      String message = response.path("result").path("message").asText();
      throw failed(object, message.isEmpty() ? "response.result.status was not Success" : message);
    }
    JsonNode converted = response.path("convertedObjects");
    if (converted.size() != 1 || !(converted.get(0) instanceof ObjectNode made)) {
      throw failed(object, "webhook returned %d objects, expected 1".formatted(converted.size()));
    }
    check(object, made, apiVersion);
    return made;
  }

  /** It may change everything but what makes the object that object. */
  private static void check(ObjectNode object, ObjectNode made, String apiVersion) {
    if (!made.path("apiVersion").asText().equals(apiVersion)
        || !made.path("kind").asText().equals(object.path("kind").asText())) {
      throw failed(
          object,
          "webhook returned invalid converted object at index 0: invalid groupVersion or kind (received %s, %s)"
              .formatted(made.path("apiVersion").asText(), made.path("kind").asText()));
    }
    JsonNode before = object.path("metadata");
    JsonNode sent = made.path("metadata");
    for (String field : List.of("name", "namespace", "uid")) {
      if (!before.path(field).asText().equals(sent.path(field).asText())) {
        throw failed(
            object,
            "webhook returned invalid metadata: must have the same %s: %s != %s"
                .formatted(field, before.path(field).asText(), sent.path(field).asText()));
      }
    }
    ObjectNode metadata = before.deepCopy();
    for (String free : List.of("labels", "annotations")) {
      metadata.remove(free);
      if (sent.path(free).isObject()) {
        metadata.set(free, sent.get(free));
      }
    }
    made.set("metadata", metadata);
  }

  private static ApiException failed(ObjectNode object, String why) {
    String version = object.path("apiVersion").asText();
    return Status.internal(
            "conversion webhook for %s, Kind=%s failed: %s"
                .formatted(version, object.path("kind").asText(), why))
        .exception();
  }
}
