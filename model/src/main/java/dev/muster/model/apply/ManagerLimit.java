package dev.muster.model.apply;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
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
    Map<String, Owner> byIdentity = new LinkedHashMap<>();
    owners.all().forEach(owner -> byIdentity.put(owner.identity(), owner));
    Map<String, Owner> firstOfVersion = new HashMap<>();
    Map<String, List<FieldSet>> merged = new HashMap<>();
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
      Owner known = byIdentity.remove(bucket.identity());
      List<FieldSet> parts = merged.get(version);
      if (parts == null) {
        Owner merging = known == null ? first : known;
        byIdentity.remove(merging.identity());
        parts = new ArrayList<>(List.of(merging.fields()));
        merged.put(version, parts);
      }
      byIdentity.remove(updater.identity());
      parts.add(updater.fields());
      byIdentity.put(bucket.identity(), bucket);
      left--;
    }
    return new Owners(
        byIdentity.values().stream()
            .map(owner -> filled(owner, merged))
            .filter(owner -> !owner.fields().isEmpty())
            .toList());
  }

  private static Owner filled(Owner owner, Map<String, List<FieldSet>> merged) {
    boolean bucket =
        !owner.applied() && owner.manager().equals(OLD) && owner.subresource().isEmpty();
    List<FieldSet> parts = bucket ? merged.get(owner.apiVersion()) : null;
    return parts == null ? owner : owner.with(FieldSet.union(parts));
  }
}
