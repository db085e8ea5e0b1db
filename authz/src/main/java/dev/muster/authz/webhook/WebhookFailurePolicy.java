package dev.muster.authz.webhook;

import dev.muster.authz.Decision;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** What a service has decided that could not be asked. It never allows. */
public enum WebhookFailurePolicy {
  /** Others are asked. */
  NO_OPINION("NoOpinion"),
  /** The request is refused. */
  DENY("Deny");

  private final String text;

  WebhookFailurePolicy(String text) {
    this.text = text;
  }

  /** As configurations write it. */
  public static Optional<WebhookFailurePolicy> of(String text) {
    return Arrays.stream(values()).filter(policy -> policy.text.equals(text)).findFirst();
  }

  /** As a configuration spells it. */
  public String text() {
    return text;
  }

  Decision decide(List<String> problems) {
    return switch (this) {
      case NO_OPINION -> new Decision.NoOpinion("", problems);
      case DENY -> new Decision.Deny("", problems);
    };
  }
}
