package dev.muster.apiserver.visibility;

import dev.muster.apiserver.request.ResourceTarget;
import dev.muster.authz.rbac.VisibleObjects;
import dev.muster.model.scheme.Kind;

/**
 * Where requests for an object are authorized.
 *
 * @param namespace empty for an object of the cluster; that of a namespace is itself
 */
record ObjectPlace(String namespace, String name) {

  /** That of the object with a key, which is one of the target's kind. */
  static ObjectPlace of(ResourceTarget target, String key) {
    Kind kind = target.kind();
    String rest = key.substring(kind.storagePrefix().length() + 1);
    if (kind.namespaced()) {
      int slash = rest.indexOf('/');
      return new ObjectPlace(rest.substring(0, slash), rest.substring(slash + 1));
    }
    return new ObjectPlace(isNamespaces(kind) ? rest : "", rest);
  }

  static boolean isNamespaces(Kind kind) {
    return kind.group().isEmpty() && kind.plural().equals("namespaces");
  }

  boolean isSeen(VisibleObjects visible) {
    return visible.sees(namespace, name);
  }
}
