package dev.muster.apiserver.request;

import dev.muster.model.scheme.Kind;
import dev.muster.model.status.ApiException;
import dev.muster.model.status.Status;
import java.util.List;

/**
 * The object or the collection that a request is about: the only thing from which handlers take
 * what they read and write.
 *
 * <p>INVARIANT (scope): it is made of the same {@link RequestInfo} that the authorizer is asked
 * about, and only where the path's scope is the kind's own. So nothing outside of what was
 * authorized can be named with it.
 *
 * @param kind in the version that was asked for
 * @param stored the same kind in the version that is stored
 * @param name as in the path; empty for a collection
 * @param rest what stands behind the subresource, with its slashes: a proxy's own path
 */
public record ResourceTarget(
    Kind kind,
    Kind stored,
    Scope scope,
    String verb,
    String name,
    String subresource,
    String rest) {

  /** A kind that is asked for at a scope that is not its own is a 404. */
  public static ResourceTarget of(RequestInfo info, Kind kind, Kind stored) {
    boolean named = info.parts().size() > 1;
    boolean whole = info.scope() == Scope.Whole.CLUSTER;
    boolean placed = kind.namespaced() ? !whole || !named && kind.stored() : whole;
    boolean unstored = !kind.stored() && named;
    boolean tooLong = info.parts().size() > 3 && !info.subresource().equals("proxy");
    if (!placed || unstored || tooLong || info.verb().equals("proxy")) {
      throw unknown();
    }
    return new ResourceTarget(
        kind,
        stored,
        info.scope(),
        info.verb(),
        named ? info.parts().get(1) : "",
        info.subresource(),
        rest(info));
  }

  private static String rest(RequestInfo info) {
    List<String> parts = info.parts();
    if (parts.size() < 3) {
      return "";
    }
    String path = parts.size() > 3 ? "/" + String.join("/", parts.subList(3, parts.size())) : "";
    return info.path().endsWith("/") ? path + "/" : path;
  }

  private static ApiException unknown() {
    return Status.unknownResource().exception();
  }

  /** The namespace of what is asked for; empty for the cluster's own and for all namespaces. */
  public String namespace() {
    return switch (scope) {
      case Scope.Namespace in -> in.name();
      case Scope.Whole whole -> "";
    };
  }

  /** Whether objects of every namespace are asked for. */
  public boolean allNamespaces() {
    return kind.namespaced() && scope == Scope.Whole.CLUSTER;
  }

  /**
   * Whether the verb is one for what is named: an object, a collection, or all of them. What can be
   * done with a part of an object is for that part to say.
   */
  public boolean fits() {
    if (!subresource.isEmpty()) {
      return true;
    }
    return switch (verb) {
      case "create", "deletecollection" -> name.isEmpty() && !allNamespaces();
      case "update", "patch" -> !name.isEmpty();
      default -> true;
    };
  }

  /** The keys below which the objects of the collection stand. */
  public String prefix() {
    return kind.namespaced() && !allNamespaces()
        ? kind.key(namespace(), "")
        : kind.storagePrefix() + "/";
  }
}
