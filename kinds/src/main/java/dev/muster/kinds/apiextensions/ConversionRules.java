package dev.muster.kinds.apiextensions;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.admissionregistration.WebhookClientRules;
import dev.muster.kinds.meta.ReviewVersions;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.field.InvalidValue;
import dev.muster.model.field.Path;
import dev.muster.views.AdmissionregistrationV1;
import dev.muster.views.ApiextensionsV1.CustomResourceConversion;
import dev.muster.views.ApiextensionsV1.CustomResourceDefinition;
import dev.muster.views.ApiextensionsV1.WebhookClientConfig;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Rules for how a definition says that its versions are converted. */
final class ConversionRules {
  private static final List<String> REVIEWS = List.of("v1", "v1beta1");

  private ConversionRules() {}

  static void validate(
      CustomResourceConversion conversion, @Nullable ObjectNode old, Errors errors) {
    if (conversion.absent()) {
      return;
    }
    Path at = conversion.at().path();
    At strategy = conversion.strategy();
    if (strategy.text().isEmpty()) {
      errors.required(strategy.path(), "");
    } else if (!List.of("None", "Webhook").contains(strategy.text())) {
      errors.unsupported(strategy, List.of("None", "Webhook"));
    }
    WebhookClientConfig client = conversion.webhook().clientConfig();
    At versions = conversion.webhook().conversionReviewVersions();
    Path clientAt = at.child("webhookClientConfig");
    Path versionsAt = at.child("conversionReviewVersions");
    if (strategy.text().equals("Webhook")) {
      if (client.absent()) {
        errors.required(clientAt, "required when strategy is set to Webhook");
      } else {
        WebhookClientRules.validate(
            new AdmissionregistrationV1.WebhookClientConfig(new At(client.tree(), clientAt)),
            errors);
      }
      reviews(new At(versions.node(), versionsAt), recognized(old), errors);
      return;
    }
    if (client.present()) {
      errors.forbidden(clientAt, "should not be set when strategy is not set to Webhook");
    }
    if (versions.size() > 0) {
      errors.forbidden(versionsAt, "should not be set when strategy is not set to Webhook");
    }
  }

  /** What was stored before without a version that is known may stay so. */
  private static boolean recognized(@Nullable ObjectNode old) {
    if (old == null) {
      return true;
    }
    At before =
        CustomResourceDefinition.of(old).spec().conversion().webhook().conversionReviewVersions();
    return before.empty()
        || before.node().valueStream().anyMatch(version -> REVIEWS.contains(version.asText()));
  }

  private static void reviews(At versions, boolean recognized, Errors errors) {
    if (versions.size() == 0) {
      errors.required(versions.path(), "");
      return;
    }
    Set<String> seen = ReviewVersions.of(versions, errors);
    if (recognized && REVIEWS.stream().noneMatch(seen::contains)) {
      errors.invalid(
          versions.path(),
          InvalidValue.of(versions.node()),
          "must include at least one of " + String.join(", ", REVIEWS));
    }
  }
}
