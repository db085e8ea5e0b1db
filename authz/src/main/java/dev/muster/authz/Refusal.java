package dev.muster.authz;

import dev.muster.base.go.GoText;

/** The sentence a refused client reads, in the form kubectl users know, and its contrary. */
public final class Refusal {
  private Refusal() {}

  /**
   * {@code User "jane" cannot get resource "pods" in API group "" in the namespace "default"}, with
   * the authorizers' reason after a colon if there is one.
   */
  public static String message(Attributes request, String reason) {
    String sentence = htmlSafe(sentence(request, "cannot"));
    return reason.isEmpty() ? sentence : sentence + ": " + reason;
  }

  /** {@code User "jane" can get resource "pods" in API group "" in the namespace "default"}. */
  public static String permission(Attributes request) {
    return sentence(request, "can");
  }

  private static String sentence(Attributes a, String can) {
    String who = "User " + GoText.quote(a.user().name()) + " " + can + " " + a.verb();
    if (!a.resourceRequest()) {
      return who + " path " + GoText.quote(a.path());
    }
    String resource = a.resource();
    if (!a.subresource().isEmpty()) {
      resource += "/" + a.subresource();
    }
    String what =
        who + " resource " + GoText.quote(resource) + " in API group " + GoText.quote(a.apiGroup());
    return a.namespace().isEmpty()
        ? what + " at the cluster scope"
        : what + " in the namespace " + GoText.quote(a.namespace());
  }

  private static String htmlSafe(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
