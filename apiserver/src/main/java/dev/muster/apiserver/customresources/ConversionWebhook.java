package dev.muster.apiserver.customresources;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.admission.webhook.WebhookClient;
import dev.muster.base.deadline.Deadline;
import dev.muster.kinds.apiextensions.Converter;
import dev.muster.model.codec.Encoder;
import dev.muster.model.codec.Trees;
import dev.muster.model.status.ApiException;
import dev.muster.model.status.Status;
import dev.muster.views.AdmissionregistrationV1.WebhookClientConfig;
import dev.muster.views.ApiextensionsV1.CustomResourceConversion;
import dev.muster.views.ApiextensionsV1.CustomResourceDefinition;
import dev.muster.views.ApiextensionsV1.MutableConversionReview;
import dev.muster.views.ApiextensionsV1.WebhookConversion;
import dev.muster.views.MetaV1.PartialObjectMetadata;
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
    JsonNode answer;
    try {
      answer = Trees.parse(client.post(endpoint, Encoder.encode(asked.tree()), TIMEOUT));
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
    PartialObjectMetadata what = PartialObjectMetadata.of(object);
    return what.apiVersion().text() + ", Kind=" + what.kind().text();
  }

  /** What the server at the other end did is no fault that has a reason. */
  private static ApiException fault(ObjectNode object, String what) {
    return Status.of(500, "", "conversion webhook for " + described(object) + what).exception();
  }
}
