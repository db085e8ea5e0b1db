package dev.muster.cli.access;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.apiserver.request.RequestLine;
import dev.muster.authz.Attributes;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A write that a server is asked to try and not to do.
 *
 * @param path with its query, which always says that nothing is to be done
 */
record DryRunRequest(String method, String path, String contentType, ObjectNode object) {
  /** Whatever else a query says is left out: nothing there can take the dry run back. */
  private static final List<String> KEPT = List.of("fieldManager", "fieldValidation", "force");

  /** Parts of objects that are written as the objects are. */
  private static final Set<String> WRITTEN =
      Set.of("", "status", "scale", "ephemeralcontainers", "resize", "approval");

  /** Why a request is not tried; empty if it can be. */
  static Optional<String> obstacle(Attributes request) {
    if (!List.of("create", "update", "patch").contains(request.verb())) {
      return Optional.of("only objects that are created or changed are tried");
    }
    boolean written =
        request.verb().equals("create")
            ? request.subresource().isEmpty()
            : WRITTEN.contains(request.subresource()) && !request.name().isEmpty();
    if (!written) {
      return Optional.of("not every server would leave it at a trial");
    }
    return request.apiVersion().isEmpty() || request.apiVersion().equals("*")
        ? Optional.of("its API version is not known")
        : Optional.empty();
  }

  /** Of what was asked, with the parameters of a request that was written down. */
  static DryRunRequest of(Attributes request, Optional<RequestLine> line, ObjectNode object) {
    boolean patch = request.verb().equals("patch");
    boolean apply = patch && object.path("apiVersion").isTextual() && object.has("kind");
    StringBuilder query = new StringBuilder("?dryRun=All");
    for (String name : KEPT) {
      line.map(RequestLine::query)
          .filter(given -> given.has(name))
          .ifPresent(
              given ->
                  query.append('&').append(name).append('=').append(escaped(given.text(name))));
    }
    if (apply && query.indexOf("&fieldManager=") < 0) {
      query.append("&fieldManager=muster-why");
    }
    String type =
        apply
            ? "application/apply-patch+yaml"
            : patch ? "application/merge-patch+json" : "application/json";
    String method =
        switch (request.verb()) {
          case "create" -> "POST";
          case "update" -> "PUT";
          default -> "PATCH";
        };
    return new DryRunRequest(method, path(request) + query, type, object);
  }

  private static String path(Attributes a) {
    StringBuilder path = new StringBuilder(a.apiGroup().isEmpty() ? "/api" : "/apis");
    boolean ofNamespace = a.apiGroup().isEmpty() && a.resource().equals("namespaces");
    append(path, a.apiGroup());
    append(path, a.apiVersion());
    if (!a.namespace().isEmpty() && !ofNamespace) {
      append(path, "namespaces");
      append(path, a.namespace());
    }
    append(path, a.resource());
    append(path, a.name());
    append(path, a.subresource());
    return path.toString();
  }

  private static void append(StringBuilder path, String segment) {
    if (!segment.isEmpty()) {
      path.append('/').append(escaped(segment));
    }
  }

  private static String escaped(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  byte[] body() {
    return object.toString().getBytes(StandardCharsets.UTF_8);
  }
}
