package dev.muster.apiserver.request;

import dev.muster.http.Exchange;
import dev.muster.model.names.Names;
import dev.muster.model.selector.FieldTerm;
import dev.muster.model.status.ApiException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * What a path and a method ask for.
 *
 * @param resourceRequest whether it is about an API resource; otherwise only path and verb count
 * @param verb get, list, watch, create, update, patch, delete, deletecollection, proxy; the
 *     lower-case method for other paths
 * @param scope what part of the cluster the path is below
 * @param name as in the path, or that of the one object that a selector asks for
 * @param parts the segments after the version, verb and scope left out: resource, name, subresource
 *     and whatever follows
 * @param verbInPath whether the path says the verb, as old ones do
 */
public record RequestInfo(
    boolean resourceRequest,
    String path,
    String verb,
    String group,
    String version,
    Scope scope,
    String resource,
    String subresource,
    String name,
    List<String> parts,
    boolean verbInPath) {

  private static final Set<String> NAMESPACE_SUBRESOURCES = Set.of("status", "finalize");

  private static final Set<String> STREAMS =
      Set.of("attach", "exec", "log", "portforward", "proxy");

  /** Old paths have a verb before what it is about. */
  private static final Set<String> VERBS_IN_PATHS = Set.of("watch", "proxy");

  /** Whether the answer goes on for as long as somebody listens. */
  public boolean lasts() {
    return verb.equals("watch") || verb.equals("proxy") || STREAMS.contains(subresource);
  }

  /**
   * The namespace that authorizers are asked about: what the path is below, and for a namespace
   * itself its own, so that a role in a namespace can say who may read or delete it.
   */
  public String namespace() {
    return switch (scope) {
      case Scope.Namespace in -> in.name();
      case Scope.Whole whole ->
          resource.equals("namespaces") && parts.size() > 1 ? parts.get(1) : "";
    };
  }

  /** Whether it asks for any number of objects, which selectors may narrow. */
  public boolean selects() {
    return verb.equals("list") || verb.equals("watch") || verb.equals("deletecollection");
  }

  public String apiVersion() {
    return group.isEmpty() ? version : group + "/" + version;
  }

  public static RequestInfo of(Exchange exchange, Query query) {
    return of(exchange.headOnly() ? "HEAD" : exchange.method(), exchange.path(), query);
  }

  public static RequestInfo of(String method, String path, Query query) {
    List<String> segments = segments(path);
    boolean core = !segments.isEmpty() && segments.getFirst().equals("api");
    boolean grouped = !segments.isEmpty() && segments.getFirst().equals("apis");
    int head = core ? 2 : 3;
    // an empty segment is a mistake, such as a name that was not filled in: it never means less
    boolean broken = isBroken(method, path, query);
    if (broken || !core && !grouped || segments.size() <= head) {
      return nonResource(method, path);
    }
    String group = core ? "" : segments.get(1);
    String version = segments.get(head - 1);
    List<String> rest = segments.subList(head, segments.size());
    String verb = objectVerb(method);
    boolean verbInPath = VERBS_IN_PATHS.contains(rest.getFirst()) && rest.size() > 1;
    if (verbInPath) {
      verb = rest.getFirst();
      rest = rest.subList(1, rest.size());
    }
    Scope scope = Scope.Whole.CLUSTER;
    if (rest.size() > 2
        && rest.getFirst().equals("namespaces")
        && !NAMESPACE_SUBRESOURCES.contains(rest.get(2))) {
      scope = new Scope.Namespace(rest.get(1));
      rest = rest.subList(2, rest.size());
    }
    String resource = rest.getFirst();
    String name = rest.size() > 1 ? rest.get(1) : "";
    String subresource = rest.size() > 2 && !verb.equals("proxy") ? rest.get(2) : "";
    if (name.isEmpty() && verb.equals("get")) {
      verb = query.flag("watch") ? "watch" : "list";
      name = nameInFieldSelector(query.text("fieldSelector"));
    } else if (name.isEmpty() && verb.equals("delete")) {
      // a selector takes no part in what is asked for: it may select by anything
      verb = "deletecollection";
    }
    return new RequestInfo(
        true,
        path,
        verb,
        group,
        version,
        scope,
        resource,
        subresource,
        name,
        List.copyOf(rest),
        verbInPath);
  }

  /** What stands behind a proxy is the backend's business, and may have any form. */
  private static boolean isBroken(String method, String path, Query query) {
    int gap = path.indexOf("//");
    return gap >= 0 && !of(method, path.substring(0, gap), query).subresource().equals("proxy");
  }

  private static RequestInfo nonResource(String method, String path) {
    return new RequestInfo(
        false,
        path,
        method.toLowerCase(Locale.ROOT),
        "",
        "",
        Scope.Whole.CLUSTER,
        "",
        "",
        "",
        List.of(),
        false);
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

  /** A list of one named object is judged as a request for that name. */
  private static String nameInFieldSelector(String selector) {
    if (selector.isEmpty()) {
      return "";
    }
    try {
      return FieldTerm.parse(selector).stream()
          .filter(term -> term.field().equals("metadata.name") && !term.negated())
          .map(FieldTerm::value)
          .findFirst()
          .filter(name -> Names.pathSegment(name, false).isEmpty())
          .orElse("");
    } catch (ApiException e) {
      return ""; // whoever may list will be told
    }
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
