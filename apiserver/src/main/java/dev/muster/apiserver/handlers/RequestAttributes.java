package dev.muster.apiserver.handlers;

import dev.muster.apiserver.request.Query;
import dev.muster.apiserver.request.RequestInfo;
import dev.muster.apiserver.reviews.SelectorReading;
import dev.muster.authz.Attributes;
import dev.muster.authz.User;
import java.util.List;

/** What authorizers are told of a request. */
public final class RequestAttributes {
  private RequestAttributes() {}

  public static Attributes of(User user, RequestInfo info, Query query) {
    if (!info.resourceRequest()) {
      return Attributes.nonResource(user, info.verb(), info.path());
    }
    // selectors beside a verb in the path are not taken the same way everywhere
    boolean selects = info.selects() && !info.verbInPath();
    return new Attributes(
        user,
        info.verb(),
        true,
        info.group(),
        info.version(),
        info.resource(),
        info.subresource(),
        info.namespace(),
        info.name(),
        info.path(),
        selects ? SelectorReading.ofFields(query.text("fieldSelector")).requirements() : List.of(),
        selects ? SelectorReading.ofLabels(query.text("labelSelector")).requirements() : List.of());
  }
}
