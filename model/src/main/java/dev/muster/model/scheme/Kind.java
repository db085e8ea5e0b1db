package dev.muster.model.scheme;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.types.StructType;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * One kind in one version: everything the server needs in order to store and serve it.
 *
 * @param group empty for the core group
 * @param storagePrefix the first segment of its keys in the store; versions of one kind share it
 * @param conversion between this version and the stored one
 */
public record Kind(
    String group,
    String version,
    String kind,
    String plural,
    String singular,
    boolean namespaced,
    List<String> shortNames,
    List<String> categories,
    List<String> verbs,
    List<Subresource> subresources,
    StructType type,
    String storagePrefix,
    Conversion conversion,
    Strategy strategy) {

  /** What can be done to most kinds, in alphabetical order. */
  public static final List<String> ALL_VERBS =
      List.of("create", "delete", "deletecollection", "get", "list", "patch", "update", "watch");

  /** {@code apps/v1}, or {@code v1} in the core group. */
  public String apiVersion() {
    return group.isEmpty() ? version : group + "/" + version;
  }

  /** How a list of them is called. */
  public String listKind() {
    return kind + "List";
  }

  /** Says of an object that it is of this kind. */
  public ObjectNode putTypeMeta(ObjectNode object) {
    return object.put("kind", kind).put("apiVersion", apiVersion());
  }

  /** {@code deployments.apps}, or {@code pods}. */
  public String qualifiedPlural() {
    return group.isEmpty() ? plural : plural + "." + group;
  }

  /** {@code Deployment.apps}, or {@code Pod}. */
  public String qualifiedKind() {
    return group.isEmpty() ? kind : kind + "." + group;
  }

  /** Kinds that cannot be listed are questions: nothing of them is stored. */
  public boolean stored() {
    return verbs.contains("list");
  }

  /** The part of that name, if it has one. */
  public Optional<Subresource> subresource(String name) {
    for (Subresource subresource : subresources) {
      if (subresource.name().equals(name)) {
        return Optional.of(subresource);
      }
    }
    return Optional.empty();
  }

  /** The key of an object in the store. */
  public String key(String namespace, String name) {
    return namespaced ? storagePrefix + "/" + namespace + "/" + name : storagePrefix + "/" + name;
  }

  static String defaultPlural(String kind) {
    String lower = kind.toLowerCase(Locale.ROOT);
    if (lower.endsWith("s")
        || lower.endsWith("x")
        || lower.endsWith("ch")
        || lower.endsWith("sh")) {
      return lower + "es";
    }
    return lower.endsWith("y") && !lower.endsWith("ay") && !lower.endsWith("ey")
        ? lower.substring(0, lower.length() - 1) + "ies"
        : lower + "s";
  }

  /** The same with other rules. */
  public Kind with(Strategy other) {
    return with(conversion, other);
  }

  /** The same, stored in another way and with other rules. */
  public Kind with(Conversion stored, Strategy rules) {
    return new Kind(
        group,
        version,
        kind,
        plural,
        singular,
        namespaced,
        shortNames,
        categories,
        verbs,
        subresources,
        type,
        storagePrefix,
        stored,
        rules);
  }
}
