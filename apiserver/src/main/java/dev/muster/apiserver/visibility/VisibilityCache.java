package dev.muster.apiserver.visibility;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.muster.authz.rbac.RbacSnapshot;
import dev.muster.authz.rbac.VisibleObjects;
import java.lang.ref.WeakReference;
import org.jspecify.annotations.Nullable;

/**
 * What viewers see in policies, found out once for all their lists and watches. What has not
 * changed for a viewer is the same object, and so quickly compared. Thread-safe.
 */
final class VisibilityCache {
  /** Names and namespaces that are remembered. */
  private static final long MOST = 1_000_000;

  private static final int ENTRY = 64;

  /** So many of them weigh as much as a name. */
  private static final int CHARACTERS = 16;

  /** Who, and in which policy: that very object, which nothing here keeps from being forgotten. */
  private static final class Key {
    private final Viewer viewer;
    private final WeakReference<RbacSnapshot> policy;
    private final int hash;

    Key(Viewer viewer, RbacSnapshot policy) {
      this.viewer = viewer;
      this.policy = new WeakReference<>(policy);
      this.hash = 31 * viewer.hashCode() + System.identityHashCode(policy);
    }

    @Override
    public boolean equals(@Nullable Object other) {
      if (this == other) {
        return true;
      }
      RbacSnapshot mine = policy.get();
      return mine != null
          && other instanceof Key key
          && key.viewer.equals(viewer)
          && key.policy.refersTo(mine);
    }

    @Override
    public int hashCode() {
      return hash;
    }
  }

  private final Cache<Key, VisibleObjects> byPolicy =
      Caffeine.newBuilder()
          .executor(Runnable::run)
          .maximumWeight(MOST)
          .weigher((Key key, VisibleObjects seen) -> weight(key.viewer, seen))
          .build();

  private final Cache<Viewer, VisibleObjects> newest =
      Caffeine.newBuilder()
          .executor(Runnable::run)
          .maximumWeight(MOST)
          .weigher((Viewer viewer, VisibleObjects seen) -> weight(viewer, seen))
          .build();

  /** Also by who sees it: a token may come with thousands of groups. */
  private static int weight(Viewer viewer, VisibleObjects seen) {
    return ENTRY + viewer.length() / CHARACTERS + seen.size();
  }

  /** How many viewers are remembered at the moment. */
  long viewers() {
    newest.cleanUp();
    byPolicy.cleanUp();
    return Math.max(newest.estimatedSize(), byPolicy.estimatedSize());
  }

  VisibleObjects in(RbacSnapshot policy, Viewer viewer) {
    return byPolicy.get(new Key(viewer, policy), key -> same(viewer, viewer.in(policy)));
  }

  private VisibleObjects same(Viewer viewer, VisibleObjects seen) {
    VisibleObjects known = newest.getIfPresent(viewer);
    if (known != null && known.equals(seen)) {
      return known;
    }
    newest.put(viewer, seen);
    return seen;
  }
}
