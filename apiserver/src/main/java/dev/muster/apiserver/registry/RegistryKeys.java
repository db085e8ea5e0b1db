package dev.muster.apiserver.registry;

import dev.muster.model.scheme.Kinds;
import dev.muster.store.KeyLayout;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where kube-apiserver keeps objects: most built-in kinds below their plural, some below older
 * names, custom resources below their group and plural.
 */
public final class RegistryKeys implements KeyLayout {
  /** kube-apiserver's default for {@code --etcd-prefix}. */
  public static final String DEFAULT_PREFIX = "/registry";

  private static final Map<String, String> SPECIAL =
      Map.of(
          "replicationcontrollers", "controllers",
          "endpoints", "services/endpoints",
          "services", "services/specs",
          "nodes", "minions",
          "ingresses", "ingress",
          "podsecuritypolicies", "podsecuritypolicy",
          "customresourcedefinitions", "apiextensions.k8s.io/customresourcedefinitions",
          "apiservices", "apiregistration.k8s.io/apiservices");

  private static final Map<String, String> SPECIAL_BUCKETS = new HashMap<>();

  static {
    SPECIAL.forEach((bucket, path) -> SPECIAL_BUCKETS.put(path, bucket));
  }

  private final String prefix;
  private final Kinds kinds;

  /**
   * @param prefix as {@code --etcd-prefix} has it
   */
  public RegistryKeys(String prefix, Kinds kinds) {
    String bare = prefix.replaceAll("^/+|/+$", "");
    this.prefix = bare.isEmpty() ? "/" : "/" + bare + "/";
    this.kinds = kinds;
  }

  @Override
  public String prefix() {
    return prefix;
  }

  @Override
  public String toStorage(String key) {
    int slash = key.indexOf('/');
    String bucket = slash < 0 ? key : key.substring(0, slash);
    return prefix + path(bucket) + (slash < 0 ? "" : key.substring(slash));
  }

  private static String path(String bucket) {
    String special = SPECIAL.get(bucket);
    if (special != null) {
      return special;
    }
    int dot = bucket.indexOf('.');
    return dot < 0 ? bucket : bucket.substring(dot + 1) + "/" + bucket.substring(0, dot);
  }

  /** What is neither of a built-in kind nor in the place of a custom one is somebody else's. */
  @Override
  public @Nullable String fromStorage(String path) {
    if (!path.startsWith(prefix)) {
      return null;
    }
    String rest = path.substring(prefix.length());
    int first = rest.indexOf('/');
    if (first < 0) {
      return null;
    }
    String head = rest.substring(0, first);
    int second = rest.indexOf('/', first + 1);
    if (second > 0) {
      String special = SPECIAL_BUCKETS.get(rest.substring(0, second));
      if (special != null) {
        return special + rest.substring(second);
      }
      if (head.indexOf('.') > 0) {
        String plural = rest.substring(first + 1, second);
        boolean name = !plural.isEmpty() && plural.indexOf('.') < 0;
        return name ? plural + "." + head + rest.substring(second) : null;
      }
    }
    String bucket = SPECIAL_BUCKETS.getOrDefault(head, head);
    boolean ours = path(bucket).equals(head) && kinds.byStoragePrefix().containsKey(bucket);
    return ours ? bucket + rest.substring(first) : null;
  }
}
