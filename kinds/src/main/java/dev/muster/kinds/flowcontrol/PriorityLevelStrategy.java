package dev.muster.kinds.flowcontrol;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.base.go.GoText;
import dev.muster.kinds.meta.Defaults;
import dev.muster.kinds.meta.ObjectMetas;
import dev.muster.kinds.meta.SpecAndStatus;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.field.Path;
import dev.muster.model.scheme.StatusOnly;
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
    ObjectNode spec = object.withObject("spec");
    if (spec.get("exempt") instanceof ObjectNode exempt) {
      Defaults.number(exempt, "nominalConcurrencyShares", 0);
      Defaults.number(exempt, "lendablePercent", 0);
    }
    if (spec.get("limited") instanceof ObjectNode limited) {
      Defaults.number(limited, "nominalConcurrencyShares", 30);
      Defaults.number(limited, "lendablePercent", 0);
      if (limited.path("limitResponse").get("queuing") instanceof ObjectNode queuing) {
        defaultIfZero(queuing, "queues", 64);
        defaultIfZero(queuing, "handSize", 8);
        defaultIfZero(queuing, "queueLengthLimit", 50);
      }
    }
  }

  private static void defaultIfZero(ObjectNode struct, String field, long value) {
    if (struct.path(field).asLong() == 0) {
      struct.put(field, value);
    }
  }

  @Override
  public void prepareForSubresourceUpdate(String subresource, ObjectNode object, ObjectNode old) {
    super.prepareForSubresourceUpdate(subresource, object, old);
    StatusOnly.keepMetadata(object, old);
  }

  @Override
  public void validate(ObjectNode object, Errors errors) {
    At root = At.root(object);
    String name = root.get("metadata").text("name");
    if (root.get("metadata", "annotations").has(ZERO_SHARES)) {
      errors.forbidden(
          Path.of("metadata", "annotations"), "annotation '" + ZERO_SHARES + "' is forbidden");
    }
    At spec = root.get("spec");
    At type = spec.get("type");
    if (name.equals("exempt") != type.text().equals("Exempt")) {
      errors.invalidText(
          type.path(), type.text(), "must be 'Exempt' if and only if `name` is 'exempt'");
    }
    switch (type.text()) {
      case "Exempt" -> {
        if (spec.has("limited")) {
          errors.forbidden(spec.path().child("limited"), "must be nil if the type is not Limited");
        }
        shares(spec.get("exempt"), errors);
        lendable(spec.get("exempt"), errors);
      }
      case "Limited" -> {
        if (spec.has("exempt")) {
          errors.forbidden(spec.path().child("exempt"), "must be nil if the type is Limited");
        }
        if (spec.has("limited")) {
          limited(spec.get("limited"), errors);
        } else {
          errors.required(spec.path().child("limited"), "must not be empty when type is Limited");
        }
      }
      default ->
          errors.unsupported(type.path(), GoText.quote(type.text()), List.of("Exempt", "Limited"));
    }
    MandatoryFlows.level(name, spec, errors);
    FlowConditions.validate(root.get("status", "conditions"), errors);
  }

  private static void shares(At level, Errors errors) {
    At shares = level.get("nominalConcurrencyShares");
    if (shares.number() < 0) {
      errors.invalid(shares, "must be a non-negative integer");
    }
  }

  private static void lendable(At level, Errors errors) {
    At percent = level.get("lendablePercent");
    if (percent.number() < 0 || percent.number() > 100) {
      errors.invalid(percent, "must be between 0 and 100, inclusive");
    }
  }

  private static void limited(At limited, Errors errors) {
    shares(limited, errors);
    At response = limited.get("limitResponse");
    At queuing = response.get("queuing");
    switch (response.text("type")) {
      case "Reject" -> {
        if (queuing.present()) {
          errors.forbidden(
              queuing.path(), "must be nil if limited.limitResponse.type is not Limited");
        }
      }
      case "Queue" -> {
        if (queuing.present()) {
          queuing(queuing, errors);
        } else {
          errors.required(
              queuing.path(), "must not be empty if limited.limitResponse.type is Limited");
        }
      }
      default ->
          errors.unsupported(
              response.get("type").path(),
              GoText.quote(response.text("type")),
              List.of("Queue", "Reject"));
    }
    lendable(limited, errors);
    At borrowing = limited.get("borrowingLimitPercent");
    if (borrowing.number() < 0) {
      errors.invalid(borrowing, "if specified, must be a non-negative integer");
    }
  }

  private static void queuing(At queuing, Errors errors) {
    At length = queuing.get("queueLengthLimit");
    At queues = queuing.get("queues");
    At hand = queuing.get("handSize");
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
    FlowConditions.validate(At.root(object).get("status", "conditions"), errors);
  }
}
