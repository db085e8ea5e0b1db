package dev.muster.kinds.flowcontrol;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.base.go.GoText;
import dev.muster.kinds.meta.ObjectMetas;
import dev.muster.kinds.meta.SpecAndStatus;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.field.Path;
import dev.muster.model.scheme.StatusOnly;
import dev.muster.views.FlowcontrolV1.LimitResponse;
import dev.muster.views.FlowcontrolV1.LimitedPriorityLevelConfiguration;
import dev.muster.views.FlowcontrolV1.MutablePriorityLevelConfiguration;
import dev.muster.views.FlowcontrolV1.MutablePriorityLevelConfigurationSpec;
import dev.muster.views.FlowcontrolV1.MutableQueuingConfiguration;
import dev.muster.views.FlowcontrolV1.PriorityLevelConfiguration;
import dev.muster.views.FlowcontrolV1.PriorityLevelConfigurationCondition;
import dev.muster.views.FlowcontrolV1.PriorityLevelConfigurationSpec;
import dev.muster.views.FlowcontrolV1.QueuingConfiguration;
import java.util.List;

/** How many requests of a kind may run at once. */
public final class PriorityLevelStrategy extends SpecAndStatus {
  private static final String ZERO_SHARES =
      "flowcontrol.k8s.io/v1beta3-preserve-zero-concurrency-shares";
  private static final int MOST_QUEUES = 10_000_000;
  private static final int HASH_BITS = 60;

  public PriorityLevelStrategy() {
    super("flowcontrol/v1.PriorityLevelConfiguration", true);
  }

  @Override
  public void applyDefaults(ObjectNode object) {
    MutablePriorityLevelConfigurationSpec spec =
        MutablePriorityLevelConfiguration.of(object).spec().ensure();
    spec.exempt()
        .ifPresent(
            exempt -> {
              exempt.nominalConcurrencyShares().defaultTo(0);
              exempt.lendablePercent().defaultTo(0);
            });
    spec.limited()
        .ifPresent(
            limited -> {
              limited.nominalConcurrencyShares().defaultTo(30);
              limited.lendablePercent().defaultTo(0);
              limited
                  .limitResponse()
                  .get()
                  .flatMap(response -> response.queuing().get())
                  .ifPresent(PriorityLevelStrategy::queuing);
            });
  }

  private static void queuing(MutableQueuingConfiguration queuing) {
    queuing.queues().defaultFromZeroTo(64);
    queuing.handSize().defaultFromZeroTo(8);
    queuing.queueLengthLimit().defaultFromZeroTo(50);
  }

  @Override
  public void prepareForSubresourceUpdate(String subresource, ObjectNode object, ObjectNode old) {
    super.prepareForSubresourceUpdate(subresource, object, old);
    StatusOnly.keepMetadata(object, old);
  }

  @Override
  public void validate(ObjectNode object, Errors errors) {
    PriorityLevelConfiguration root = PriorityLevelConfiguration.of(object);
    String name = root.metadata().name().text();
    if (root.metadata().annotations().has(ZERO_SHARES)) {
      errors.forbidden(
          Path.of("metadata", "annotations"), "annotation '" + ZERO_SHARES + "' is forbidden");
    }
    PriorityLevelConfigurationSpec spec = root.spec();
    At type = spec.type();
    if (name.equals("exempt") != type.text().equals("Exempt")) {
      errors.invalidText(
          type.path(), type.text(), "must be 'Exempt' if and only if `name` is 'exempt'");
    }
    switch (type.text()) {
      case "Exempt" -> {
        if (spec.limited().present()) {
          errors.forbidden(spec.limited().at().path(), "must be nil if the type is not Limited");
        }
        shares(spec.exempt().nominalConcurrencyShares(), errors);
        lendable(spec.exempt().lendablePercent(), errors);
      }
      case "Limited" -> {
        if (spec.exempt().present()) {
          errors.forbidden(spec.exempt().at().path(), "must be nil if the type is Limited");
        }
        if (spec.limited().present()) {
          limited(spec.limited(), errors);
        } else {
          errors.required(spec.limited().at().path(), "must not be empty when type is Limited");
        }
      }
      default ->
          errors.unsupported(type.path(), GoText.quote(type.text()), List.of("Exempt", "Limited"));
    }
    MandatoryFlows.level(name, spec, errors);
    FlowConditions.validate(
        root.status().conditions(), PriorityLevelConfigurationCondition::type, errors);
  }

  private static void shares(At shares, Errors errors) {
    if (shares.number() < 0) {
      errors.invalid(shares, "must be a non-negative integer");
    }
  }

  private static void lendable(At percent, Errors errors) {
    if (percent.number() < 0 || percent.number() > 100) {
      errors.invalid(percent, "must be between 0 and 100, inclusive");
    }
  }

  private static void limited(LimitedPriorityLevelConfiguration limited, Errors errors) {
    shares(limited.nominalConcurrencyShares(), errors);
    LimitResponse response = limited.limitResponse();
    QueuingConfiguration queuing = response.queuing();
    switch (response.type().text()) {
      case "Reject" -> {
        if (queuing.present()) {
          errors.forbidden(
              queuing.at().path(), "must be nil if limited.limitResponse.type is not Limited");
        }
      }
      case "Queue" -> {
        if (queuing.present()) {
          queuing(queuing, errors);
        } else {
          errors.required(
              queuing.at().path(), "must not be empty if limited.limitResponse.type is Limited");
        }
      }
      default ->
          errors.unsupported(
              response.type().path(),
              GoText.quote(response.type().text()),
              List.of("Queue", "Reject"));
    }
    lendable(limited.lendablePercent(), errors);
    At borrowing = limited.borrowingLimitPercent();
    if (borrowing.number() < 0) {
      errors.invalid(borrowing, "if specified, must be a non-negative integer");
    }
  }

  private static void queuing(QueuingConfiguration queuing, Errors errors) {
    At length = queuing.queueLengthLimit();
    At queues = queuing.queues();
    At hand = queuing.handSize();
    if (length.number() <= 0) {
      errors.invalid(length, "must be positive");
    }
    if (queues.number() <= 0) {
      errors.invalid(queues, "must be positive");
    } else if (queues.number() > MOST_QUEUES) {
      errors.invalid(queues, "must not be greater than " + MOST_QUEUES);
    }
    if (hand.number() <= 0) {
      errors.invalid(hand, "must be positive");
    } else if (hand.number() > queues.number()) {
      errors.invalid(hand, "should not be greater than queues (%d)".formatted(queues.number()));
    } else if (Math.ceil(Math.log((double) queues.number()) / Math.log(2) * hand.number())
        > HASH_BITS) {
      errors.invalid(
          hand,
          "required entropy bits of deckSize %d and handSize %d should not be greater than %d"
              .formatted(queues.number(), hand.number(), HASH_BITS));
    }
  }

  @Override
  public void validateUpdate(ObjectNode object, ObjectNode old, Errors errors) {
    ObjectMetas.validate(false, this::nameFaults, object, errors);
    validate(object, errors);
  }

  @Override
  public void validateSubresourceUpdate(
      String subresource, ObjectNode object, ObjectNode old, Errors errors) {
    FlowConditions.validate(
        PriorityLevelConfiguration.of(object).status().conditions(),
        PriorityLevelConfigurationCondition::type,
        errors);
  }
}
