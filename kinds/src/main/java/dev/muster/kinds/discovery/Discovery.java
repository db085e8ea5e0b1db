package dev.muster.kinds.discovery;

import dev.muster.model.scheme.Kind;
import dev.muster.model.scheme.Kinds;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** All discovery documents of one set of kinds. */
public final class Discovery {
  private final Document api;
  private final Document apis;
  private final Document aggregatedApi;
  private final Document aggregatedApis;
  private final Map<String, Document> groups = new HashMap<>();
  private final Map<String, Document> resources = new HashMap<>();

  /**
   * @param serverAddress the host and port that clients are told to use
   */
  public Discovery(Kinds kinds, String serverAddress) {
    Map<String, Map<String, List<Kind>>> byGroup = new LinkedHashMap<>();
    for (Kind kind : kinds.all()) {
      byGroup
          .computeIfAbsent(kind.group(), g -> new LinkedHashMap<>())
          .computeIfAbsent(kind.version(), v -> new ArrayList<>())
          .add(kind);
    }
    byGroup.replaceAll((group, versions) -> preferred(versions));
    Map<String, List<Kind>> core = Optional.ofNullable(byGroup.remove("")).orElse(Map.of());
    this.api = new Document(() -> GroupDocuments.coreVersions(core.keySet(), serverAddress));
    this.apis = new Document(() -> GroupDocuments.groupList(byGroup));
    this.aggregatedApi = new Document(() -> AggregatedDocuments.list(Map.of("", core)));
    this.aggregatedApis = new Document(() -> AggregatedDocuments.list(byGroup));
    core.forEach(
        (version, of) ->
            resources.put(version, new Document(() -> GroupDocuments.resources("", version, of))));
    byGroup.forEach(
        (group, versions) -> {
          groups.put(group, new Document(() -> GroupDocuments.group(group, versions.keySet())));
          versions.forEach(
              (version, of) ->
                  resources.put(
                      group + "/" + version,
                      new Document(() -> GroupDocuments.resources(group, version, of))));
        });
  }

  /** Versions that definitions brought are in the order in which clients should prefer them. */
  private static Map<String, List<Kind>> preferred(Map<String, List<Kind>> versions) {
    boolean custom = versions.values().stream().allMatch(Discovery::isCustom);
    if (!custom) {
      return versions;
    }
    Map<String, List<Kind>> sorted = new TreeMap<>(new VersionOrder());
    sorted.putAll(versions);
    return sorted;
  }

  static boolean isCustom(List<Kind> kinds) {
    return kinds.stream().allMatch(kind -> kind.type().content() != null);
  }

  /** {@code /api}. */
  public Document api() {
    return api;
  }

  /** {@code /apis}. */
  public Document apis() {
    return apis;
  }

  /** {@code /apis/GROUP}. */
  public Optional<Document> group(String group) {
    return Optional.ofNullable(groups.get(group));
  }

  /** {@code /api/v1}, by {@code v1}; {@code /apis/GROUP/VERSION}, by {@code GROUP/VERSION}. */
  public Optional<Document> resources(String apiVersion) {
    return Optional.ofNullable(resources.get(apiVersion));
  }

  /** {@code /api} as an APIGroupDiscoveryList of version v2. */
  public Document aggregatedApi() {
    return aggregatedApi;
  }

  /** {@code /apis} as an APIGroupDiscoveryList of version v2. */
  public Document aggregatedApis() {
    return aggregatedApis;
  }
}
