package dev.muster.cli.access;

import dev.muster.access.audited.AuditedRequest;
import dev.muster.apiserver.handlers.RequestAttributes;
import dev.muster.apiserver.request.RequestInfo;
import dev.muster.apiserver.request.RequestLine;
import dev.muster.authz.Attributes;
import java.util.Locale;
import java.util.Optional;

/** What the authorizers were asked when a request was made. */
final class AuditedAttributes {
  private AuditedAttributes() {}

  /**
   * By the request's line if the event agrees with how it is read here: an object reference also
   * has names that only the body had, which no authorizer is told.
   */
  static Attributes of(AuditedRequest event) {
    return line(event)
        .filter(line -> agrees(line.info(), event))
        .map(line -> RequestAttributes.of(event.asked(), line.info(), line.query()))
        .orElseGet(() -> byReference(event));
  }

  private static Optional<RequestLine> line(AuditedRequest event) {
    try {
      return Optional.of(RequestLine.of(method(event) + " " + event.uri()));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static boolean agrees(RequestInfo info, AuditedRequest event) {
    AuditedRequest.Reference object = event.object();
    return info.verb().equals(event.verb())
        && info.resource().equals(object.resource())
        && info.subresource().equals(object.subresource())
        && info.group().equals(object.group());
  }

  private static String method(AuditedRequest event) {
    return switch (event.verb()) {
      case "get", "list", "watch", "proxy" -> "GET";
      case "create" -> "POST";
      case "update" -> "PUT";
      case "deletecollection" -> "DELETE";
      default -> event.verb().toUpperCase(Locale.ROOT);
    };
  }

  private static Attributes byReference(AuditedRequest event) {
    AuditedRequest.Reference object = event.object();
    if (object.resource().isEmpty()) {
      int mark = event.uri().indexOf('?');
      String path = mark < 0 ? event.uri() : event.uri().substring(0, mark);
      return Attributes.nonResource(event.asked(), event.verb(), path);
    }
    boolean nameless =
        event.verb().equals("deletecollection")
            || event.verb().equals("create") && object.subresource().isEmpty();
    return Attributes.resource(
        event.asked(),
        event.verb(),
        object.group(),
        object.version(),
        object.resource(),
        object.subresource(),
        object.namespace(),
        nameless ? "" : object.name());
  }
}
