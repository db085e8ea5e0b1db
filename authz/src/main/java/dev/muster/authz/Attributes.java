package dev.muster.authz;

import java.util.List;

/**
 * What a request wants. An attribute that does not apply is the empty string, never null.
 *
 * <p>For a resource request {@code path} is informative only; for a non-resource request only
 * {@code user}, {@code verb} (in lower case) and {@code path} count.
 */
public record Attributes(
    User user,
    String verb,
    boolean resourceRequest,
    String apiGroup,
    String apiVersion,
    String resource,
    String subresource,
    String namespace,
    String name,
    String path,
    List<SelectorRequirement> fieldSelector,
    List<SelectorRequirement> labelSelector) {

  public Attributes {
    fieldSelector = List.copyOf(fieldSelector);
    labelSelector = List.copyOf(labelSelector);
  }

  /** A request for a resource, without selectors. An empty namespace means cluster scope. */
  public static Attributes resource(
      User user,
      String verb,
      String apiGroup,
      String apiVersion,
      String resource,
      String subresource,
      String namespace,
      String name) {
    return new Attributes(
        user,
        verb,
        true,
        apiGroup,
        apiVersion,
        resource,
        subresource,
        namespace,
        name,
        "",
        List.of(),
        List.of());
  }

  /** A request for anything else, such as {@code /healthz}. */
  public static Attributes nonResource(User user, String verb, String path) {
    return new Attributes(user, verb, false, "", "", "", "", "", "", path, List.of(), List.of());
  }

  /** The same request, made by someone else. */
  public Attributes as(User other) {
    return new Attributes(
        other,
        verb,
        resourceRequest,
        apiGroup,
        apiVersion,
        resource,
        subresource,
        namespace,
        name,
        path,
        fieldSelector,
        labelSelector);
  }
}
