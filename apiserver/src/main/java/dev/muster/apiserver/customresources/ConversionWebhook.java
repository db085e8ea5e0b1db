package dev.muster.apiserver.customresources;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.admission.webhook.WebhookClient;
import dev.muster.base.deadline.Deadline;
import dev.muster.kinds.apiextensions.Converter;
import dev.muster.model.codec.Encoder;
import dev.muster.model.codec.Trees;
import dev.muster.model.field.At;
import dev.muster.model.status.ApiException;
import dev.muster.model.status.Status;
import dev.muster.views.AdmissionregistrationV1.WebhookClientConfig;
import dev.muster.views.ApiextensionsV1.ConversionResponse;
import dev.muster.views.ApiextensionsV1.ConversionReview;
import dev.muster.views.ApiextensionsV1.CustomResourceConversion;
import dev.muster.views.ApiextensionsV1.CustomResourceDefinition;
import dev.muster.views.ApiextensionsV1.MutableConversionReview;
import dev.muster.views.ApiextensionsV1.WebhookConversion;
import dev.muster.views.MetaV1.MutableObjectMeta;
import dev.muster.views.MetaV1.MutablePartialObjectMetadata;
import dev.muster.views.MetaV1.ObjectMeta;
import dev.muster.views.MetaV1.PartialObjectMetadata;
import dev.muster.views.TreeField;
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
    CustomResourceConversion conversion =
        CustomResourceDefinition.of(definition).spec().conversion();
    if (!conversion.strategy().text().equals("Webhook")) {
      return Converter.NONE;
    }
    WebhookConversion webhook = conversion.webhook();
    String review =
        webhook.conversionReviewVersions().texts().stream()
            .filter(REVIEWS::contains)
            .findFirst()
            .orElse("v1");
    // the same fields as those of an admission webhook
    WebhookClientConfig where = new WebhookClientConfig(webhook.clientConfig().at());
    return new ConversionWebhook(client, WebhookClient.Endpoint.of(where), review);
  }

  @Override
  public ObjectNode convert(ObjectNode object, String apiVersion) {
    if (PartialObjectMetadata.of(object).apiVersion().text().equals(apiVersion)) {
      return object;
    }
    Deadline.check();
    String uid = UUID.randomUUID().toString();
    MutableConversionReview asked =
        MutableConversionReview.create()
            .kind("ConversionReview")
            .apiVersion("apiextensions.k8s.io/" + review);
    asked.request().ensure().uid(uid).desiredAPIVersion(apiVersion).objects().list().add(object);
    ConversionReview answer;
    try {
      answer =
          ConversionReview.of(
              Trees.parse(client.post(endpoint, Encoder.encode(asked.tree()), TIMEOUT)));
    } catch (WebhookClient.CallException | IOException e) {
      throw failed(object, String.valueOf(e.getMessage()));
    }
    return accepted(object, apiVersion, uid, answer);
  }

  private ObjectNode accepted(
      ObjectNode object, String apiVersion, String uid, ConversionReview answer) {
    ConversionResponse response = answer.response();
    if (!answer.kind().text().equals("ConversionReview")
        || !answer.apiVersion().text().equals("apiextensions.k8s.io/" + review)) {
      throw failed(
          object,
          "invalid response: expected ConversionReview in version apiextensions.k8s.io/" + review);
    }
    if (!response.uid().text().equals(uid)) {
      throw failed(object, "expected response.uid=\"" + uid + "\", got another");
    }
    if (!response.result().status().text().equals("Success")) {
      String message = response.result().message().node().asText();
      throw failed(object, message.isEmpty() ? "response.result.status was not Success" : message);
    }
    JsonNode converted = response.convertedObjects().node();
    if (converted.size() != 1 || !(converted.get(0) instanceof ObjectNode made)) {
      throw failed(object, "webhook returned %d objects, expected 1".formatted(converted.size()));
    }
    check(object, made, apiVersion);
    return made;
  }

  /** It may change everything but what makes the object that object. */
  private static void check(ObjectNode object, ObjectNode made, String apiVersion) {
    PartialObjectMetadata asked = PartialObjectMetadata.of(object);
    PartialObjectMetadata answered = PartialObjectMetadata.of(made);
    String version = answered.apiVersion().node().asText();
    String kind = answered.kind().node().asText();
    if (!version.equals(apiVersion) || !kind.equals(asked.kind().text())) {
      throw failed(
          object,
          "webhook returned invalid converted object at index 0: invalid groupVersion or kind (received %s, %s)"
              .formatted(version, kind));
    }
    ObjectMeta before = asked.metadata();
    ObjectMeta sent = answered.metadata();
    same(object, "name", before.name(), sent.name());
    same(object, "namespace", before.namespace(), sent.namespace());
    same(object, "uid", before.uid(), sent.uid());
    MutableObjectMeta metadata = MutableObjectMeta.of(before.tree().deepCopy());
    take(metadata.labels(), sent.labels());
    take(metadata.annotations(), sent.annotations());
    MutablePartialObjectMetadata.of(made).metadata(metadata);
  }

  private static void same(ObjectNode object, String field, At before, At sent) {
    if (!before.text().equals(sent.node().asText())) {
      throw failed(
          object,
          "webhook returned invalid metadata: must have the same %s: %s != %s"
              .formatted(field, before.text(), sent.node().asText()));
    }
  }

  private static void take(TreeField field, At sent) {
    field.remove();
    if (sent.node().isObject()) {
      field.set(sent.node());
    }
  }

  private static ApiException failed(ObjectNode object, String why) {
    PartialObjectMetadata what = PartialObjectMetadata.of(object);
    return Status.internal(
            "conversion webhook for %s, Kind=%s failed: %s"
                .formatted(what.apiVersion().text(), what.kind().text(), why))
        .exception();
  }
}
