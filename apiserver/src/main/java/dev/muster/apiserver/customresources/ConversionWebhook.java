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
      throw fault(object, " failed: " + e.getMessage());
    }
    try {
      return new ConversionAnswer(review, uid, answer).only(object, apiVersion);
    } catch (ConversionAnswer.Unacceptable e) {
      throw fault(object, String.valueOf(e.getMessage()));
    }
  }

  private static String described(ObjectNode object) {
    return object.path("apiVersion").asText() + ", Kind=" + object.path("kind").asText();
  }

  /** What the server at the other end did is no fault that has a reason. */
  private static ApiException fault(ObjectNode object, String what) {
    return Status.of(500, "", "conversion webhook for " + described(object) + what).exception();
  }
}
