package dev.muster.api.apply;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Keeps the number of entries from updates bounded: beyond the limit the oldest become one entry
 * per version.
 */
final class ManagerLimit {
  private static final int MOST = 10;
  private static final String OLD = "ancient-changes";

  private static final Comparator<Owner> OLDEST_FIRST =
      Comparator.comparing(Owner::time)
          .thenComparing(Owner::manager)
          .thenComparing(Owner::apiVersion)
          .thenComparing(Owner::subresource);

  private ManagerLimit() {}

  static Owners enforce(Owners owners) {
    if (owners.all().size() <= MOST) {
      return owners;
    }
    List<Owner> updaters = owners.updaters().sorted(OLDEST_FIRST).toList();
    int left = updaters.size();
    Map<String, Owner> firstOfVersion = new HashMap<>();
    Owners out = owners;
    for (Owner updater : updaters) {
      if (left <= MOST) {
        break;
      }
      String version = updater.apiVersion();
      Owner first = firstOfVersion.putIfAbsent(version, updater);
      if (first == null) {
        continue;
      }
      Owner bucket = new Owner(OLD, false, version, "", updater.time(), FieldSet.EMPTY);
      Owner known = out.find(bucket);
      Owner merging = known == null ? first : known;
      out =
          out.with(merging.with(FieldSet.EMPTY))
              .with(updater.with(FieldSet.EMPTY))
              .with(bucket.with(updater.fields().union(merging.fields())));
      left--;
    }
    return out;
  }
}
