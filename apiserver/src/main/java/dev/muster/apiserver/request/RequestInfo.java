package dev.muster.apiserver.request;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * What a path and a method ask for.
 *
 * @param resourceRequest whether it is about an API resource; otherwise only path and verb count
 * @param verb get, list, watch, create, update, patch, delete, deletecollection; the lower-case
 *     method for other paths
 * @param parts the segments after the version, the namespace left out
 */
public record RequestInfo(
    boolean resourceRequest,
    String path,
    String verb,
    String group,
    String version,
    String namespace,
    String resource,
    String subresource,
    String name,
    List<String> parts) {

  private static final Set<String> NAMESPACE_SUBRESOURCES = Set.of("status", "finalize");

  public String apiVersion() {
    return group.isEmpty() ? version : group + "/" + version;
  }

  public static RequestInfo of(String method, String path, Query query) {
    List<String> segments = segments(path);
    boolean core = !segments.isEmpty() && segments.getFirst().equals("api");
    boolean grouped = !segments.isEmpty() && segments.getFirst().equals("apis");
    int head = core ? 2 : 3;
    // an empty segment is a mistake, such as a name that was not filled in: it never means less
    boolean broken = path.contains("//");
    if (broken || !core && !grouped || segments.size() <= head) {
      return nonResource(method, path);
    }
    String group = core ? "" : segments.get(1);
    String version = segments.get(head - 1);
    List<String> rest = segments.subList(head, segments.size());
    boolean oldWatch = rest.getFirst().equals("watch") && rest.size() > 1;
    if (oldWatch) {
      rest = rest.subList(1, rest.size());
    }
    String namespace = "";
    if (rest.getFirst().equals("namespaces") && rest.size() > 1) {
      namespace = rest.get(1);
      if (rest.size() > 2 && !NAMESPACE_SUBRESOURCES.contains(rest.get(2))) {
        rest = rest.subList(2, rest.size());
      }
    }
    String resource = rest.getFirst();
    String name = rest.size() > 1 ? rest.get(1) : "";
    String subresource = rest.size() > 2 ? rest.get(2) : "";
    if (name.isEmpty()
        && (method.equals("GET") || method.equals("HEAD") || method.equals("DELETE"))) {
      name = nameInFieldSelector(query.text("fieldSelector"));
      return new RequestInfo(
          true,
          path,
          collectionVerb(method, oldWatch || query.flag("watch")),
          group,
          version,
          namespace,
          resource,
          subresource,
          name,
          List.copyOf(rest));
    }
    boolean watching = oldWatch && (method.equals("GET") || method.equals("HEAD"));
    return new RequestInfo(
        true,
        path,
        watching ? "watch" : objectVerb(method),
        group,
        version,
        namespace,
        resource,
        subresource,
        name,
        List.copyOf(rest));
  }

  private static RequestInfo nonResource(String method, String path) {
    return new RequestInfo(
        false, path, method.toLowerCase(Locale.ROOT), "", "", "", "", "", "", List.of());
  }

  private static String objectVerb(String method) {
    return switch (method) {
      case "POST" -> "create";
      case "GET", "HEAD" -> "get";
      case "PUT" -> "update";
      case "PATCH" -> "patch";
      case "DELETE" -> "delete";
      default -> "";
    };
  }

  private static String collectionVerb(String method, boolean watch) {
    return method.equals("DELETE") ? "deletecollection" : watch ? "watch" : "list";
  }

  /** A list of one named object is judged, and served, as a request for that name. */
  private static String nameInFieldSelector(String selector) {
    for (String term : selector.split(",")) {
      if (term.startsWith("metadata.name=") && !term.startsWith("metadata.name!=")) {
        return term.substring("metadata.name=".length()).replaceFirst("^=", "");
      }
    }
    return "";
  }

  private static List<String> segments(String path) {
    List<String> out = new ArrayList<>();
    for (String part : path.split("/")) {
      if (!part.isEmpty()) {
        out.add(part);
      }
    }
    return out;
  }
}
