package dev.muster.authz.rbac;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * From a resource, as rules spell it, to the numbers of the rules that list it. Immutable. Those
 * that hash like many others are kept beside, in a table that has an order.
 */
final class ResourceTable {
  private static final int[] NONE = {};
  private static final int LONGEST_SEARCH = 16;

  private final @Nullable String[] keys;
  private final int[][] numbers;
  private final int[] wildcard;
  private final Map<String, int[]> beside = new HashMap<>();

  ResourceTable(List<List<String>> resourcesByNumber) {
    Map<String, List<Integer>> byResource = new HashMap<>();
    for (int i = 0; i < resourcesByNumber.size(); i++) {
      for (String resource : resourcesByNumber.get(i)) {
        List<Integer> listed = byResource.computeIfAbsent(resource, unused -> new ArrayList<>());
        if (listed.isEmpty() || listed.getLast() != i) {
          listed.add(i);
        }
      }
    }
    wildcard = array(byResource.getOrDefault("*", List.of()));
    int capacity = Integer.highestOneBit(Math.max(4, byResource.size() * 2)) * 2;
    keys = new String[capacity];
    numbers = new int[capacity][];
    Arrays.fill(numbers, NONE);
    byResource.forEach(
        (resource, listed) -> {
          int first = slot(resource.hashCode());
          for (int i = first; i < first + LONGEST_SEARCH; i++) {
            int at = i & (capacity - 1);
            if (keys[at] == null) {
              keys[at] = resource;
              numbers[at] = array(listed);
              return;
            }
          }
          beside.put(resource, array(listed));
        });
  }

  /** Who lists exactly {@code resource[/subresource]}, whose joined hash the caller has. */
  int[] listing(String resource, String subresource, int hash) {
    int first = slot(hash);
    for (int i = first; i < first + LONGEST_SEARCH; i++) {
      int at = i & (keys.length - 1);
      String key = keys[at];
      if (key == null) {
        return NONE;
      }
      if (JoinedResource.equals(key, resource, subresource)) {
        return numbers[at];
      }
    }
    String joined = subresource.isEmpty() ? resource : resource + "/" + subresource;
    return beside.getOrDefault(joined, NONE);
  }

  /** Who lists {@code *}. */
  int[] listingAll() {
    return wildcard;
  }

  private int slot(int hash) {
    int h = hash * 0x9E3779B9;
    return (h ^ (h >>> 16)) & (keys.length - 1);
  }

  private static int[] array(List<Integer> values) {
    return values.stream().mapToInt(Integer::intValue).toArray();
  }
}
