package dev.muster.apiserver.authzconfig;

import java.util.Locale;
import java.util.Optional;

/**
 * One authorizer.
 *
 * @param type such as RBAC or Webhook
 * @param name by which metrics tell it from others
 * @param webhook how it is asked, if it is one
 */
public record AuthorizerConfiguration(
    String type, String name, Optional<WebhookConfiguration> webhook) {
  /** The only type of which there may be several. */
  public static final String WEBHOOK = "Webhook";

  /** One that needs nothing but its type. */
  public static AuthorizerConfiguration of(String type) {
    return new AuthorizerConfiguration(type, nameOf(type), Optional.empty());
  }

  public static AuthorizerConfiguration of(String name, WebhookConfiguration webhook) {
    return new AuthorizerConfiguration(WEBHOOK, name, Optional.of(webhook));
  }

  /** The name that an authorizer of this type must have. */
  static String nameOf(String type) {
    return type.toLowerCase(Locale.ROOT);
  }
}
