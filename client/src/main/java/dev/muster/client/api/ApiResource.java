package dev.muster.client.api;

/**
 * A kind as requests name it.
 *
 * @param group empty for the core group
 * @param plural as in paths, such as {@code pods}
 */
public record ApiResource(
    String group, String version, String plural, String kind, boolean namespaced) {

  /** A resource whose objects are in namespaces. */
  public static ApiResource namespaced(String apiVersion, String plural, String kind) {
    return of(apiVersion, plural, kind, true);
  }

  /** A resource whose objects are the cluster's. */
  public static ApiResource cluster(String apiVersion, String plural, String kind) {
    return of(apiVersion, plural, kind, false);
  }

  private static ApiResource of(String apiVersion, String plural, String kind, boolean namespaced) {
    int slash = apiVersion.indexOf('/');
    return slash < 0
        ? new ApiResource("", apiVersion, plural, kind, namespaced)
        : new ApiResource(
            apiVersion.substring(0, slash),
            apiVersion.substring(slash + 1),
            plural,
            kind,
            namespaced);
  }

  /** As objects say it. */
  public String apiVersion() {
    return group.isEmpty() ? version : group + "/" + version;
  }

  /** The path of all objects, in every namespace. */
  public String path() {
    return root() + "/" + plural;
  }

  /** The path of the objects in a namespace; of all, for a kind that is in none. */
  public String path(String namespace) {
    return namespaced ? root() + "/namespaces/" + namespace + "/" + plural : path();
  }

  /** The path of one object. */
  public String path(String namespace, String name) {
    return path(namespace) + "/" + name;
  }

  private String root() {
    return group.isEmpty() ? "/api/" + version : "/apis/" + group + "/" + version;
  }
}
