package dev.muster.kinds.admissionregistration;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.meta.CountedFields;
import dev.muster.kinds.meta.LabelSelectors;
import dev.muster.kinds.meta.References;
import dev.muster.kinds.meta.ReviewVersions;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.names.Names;
import dev.muster.views.AdmissionregistrationV1.MutableMutatingWebhook;
import dev.muster.views.AdmissionregistrationV1.MutableMutatingWebhookConfiguration;
import dev.muster.views.AdmissionregistrationV1.MutableServiceReference;
import dev.muster.views.AdmissionregistrationV1.MutatingWebhook;
import dev.muster.views.AdmissionregistrationV1.MutatingWebhookConfiguration;
import dev.muster.views.AdmissionregistrationV1.RuleWithOperations;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Webhook configurations, validating and mutating. */
public final class WebhookStrategy extends CountedFields {
  private final boolean mutating;

  private WebhookStrategy(boolean mutating) {
    super(false, "webhooks");
    this.mutating = mutating;
  }

  public static WebhookStrategy validating() {
    return new WebhookStrategy(false);
  }

  public static WebhookStrategy mutating() {
    return new WebhookStrategy(true);
  }

  @Override
  public void applyDefaults(ObjectNode object) {
    for (MutableMutatingWebhook hook :
        MutableMutatingWebhookConfiguration.of(object).webhooks().each()) {
      hook.failurePolicy().defaultTo("Fail");
      hook.matchPolicy().defaultTo("Equivalent");
      hook.namespaceSelector().ensure();
      hook.objectSelector().ensure();
      hook.timeoutSeconds().defaultTo(10);
      if (mutating) {
        hook.reinvocationPolicy().defaultTo("Never");
      }
      if (hook.reading().clientConfig().service().tree() instanceof ObjectNode service) {
        MutableServiceReference.of(service).port().defaultTo(443);
      }
      hook.rules().each().forEach(r -> r.scope().defaultTo("*"));
    }
  }

  @Override
  public void validate(ObjectNode object, Errors errors) {
    Set<String> names = new HashSet<>();
    for (MutatingWebhook hook : MutatingWebhookConfiguration.of(object).webhooks()) {
      hook(hook, errors);
      if (!names.add(hook.name().text())) {
        errors.duplicate(hook.name());
      }
    }
  }

  private void hook(MutatingWebhook hook, Errors errors) {
    name(hook.name(), errors);
    for (RuleWithOperations rule : hook.rules()) {
      MatchRules.validate(rule, errors);
    }
    References.validateOneOf(hook.failurePolicy(), List.of("Fail", "Ignore"), errors);
    References.validateOneOf(hook.matchPolicy(), List.of("Equivalent", "Exact"), errors);
    At effects = hook.sideEffects();
    List<String> harmless = List.of("None", "NoneOnDryRun");
    if (effects.absent()) {
      errors.required(effects.path(), "must specify one of None, NoneOnDryRun");
    } else {
      References.validateOneOf(effects, harmless, errors);
    }
    At timeout = hook.timeoutSeconds();
    if (timeout.present() && (timeout.number() < 1 || timeout.number() > 30)) {
      errors.invalid(timeout, "the timeout value must be between 1 and 30 seconds");
    }
    LabelSelectors.validate(hook.namespaceSelector(), errors);
    LabelSelectors.validate(hook.objectSelector(), errors);
    PolicyExpressions.validateConditions(hook.matchConditions(), false, errors);
    if (mutating) {
      References.validateOneOf(hook.reinvocationPolicy(), List.of("IfNeeded", "Never"), errors);
    }
    WebhookClientRules.validate(hook.clientConfig(), errors);
    reviewVersions(hook.admissionReviewVersions(), errors);
  }

  private static void name(At name, Errors errors) {
    if (name.text().isEmpty()) {
      errors.required(name.path(), "");
      return;
    }
    Names.subdomain(name.text(), false)
        .forEach(f -> errors.invalidText(name.path(), name.text(), f));
    if (name.text().split("\\.", -1).length < 3) {
      errors.invalidText(
          name.path(),
          name.text(),
          "should be a domain with at least three segments separated by dots");
    }
  }

  private static void reviewVersions(At versions, Errors errors) {
    if (versions.size() == 0) {
      errors.required(versions.path(), "must specify one of v1, v1beta1");
      return;
    }
    Set<String> seen = ReviewVersions.of(versions, errors);
    if (!seen.contains("v1") && !seen.contains("v1beta1")) {
      errors.invalid(versions, "must include at least one of v1, v1beta1");
    }
  }

  @Override
  public void validateUpdate(ObjectNode object, ObjectNode old, Errors errors) {
    validate(object, errors);
  }
}
