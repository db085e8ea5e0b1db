package dev.muster.authz;

/** The sentence a refused client reads, in the form kubectl users know. */
public final class Refusal {
  private Refusal() {}

  /**
   * {@code User "jane" cannot get resource "pods" in API group "" in the namespace "default"}, with
   * the authorizers' reason after a colon if there is one.
   */
  public static String message(Attributes request, String reason) {
    String sentence = htmlSafe(sentence(request));
    return reason.isEmpty() ? sentence : sentence + ": " + reason;
  }

  private static String sentence(Attributes a) {
    String who = "User " + Quote.of(a.user().name()) + " cannot " + a.verb();
    if (!a.resourceRequest()) {
      return who + " path " + Quote.of(a.path());
    }
    String resource = a.resource();
    if (!a.subresource().isEmpty()) {
      resource += "/" + a.subresource();
    }
    String what =
        who + " resource " + Quote.of(resource) + " in API group " + Quote.of(a.apiGroup());
    return a.namespace().isEmpty()
        ? what + " at the cluster scope"
        : what + " in the namespace " + Quote.of(a.namespace());
  }

  private static String htmlSafe(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
