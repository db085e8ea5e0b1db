package dev.muster.model.codec;

import dev.muster.model.scheme.Kind;
import dev.muster.model.scheme.Kinds;
import dev.muster.model.scheme.SharedType;
import dev.muster.model.scheme.Subresource;
import dev.muster.model.types.Schema;
import dev.muster.model.types.StructType;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The types that bodies may name: those of every known group and version. Immutable. */
final class Registered {
  /** Options that every group version knows besides its own types. */
  private static final Set<String> EVERYWHERE =
      Set.of(
          "CreateOptions",
          "DeleteOptions",
          "GetOptions",
          "ListOptions",
          "PatchOptions",
          "UpdateOptions");

  private final Schema schema;
  private final Map<String, String> tables = new HashMap<>();
  private final Map<String, StructType> types = new HashMap<>();

  Registered(Kinds kinds, Schema schema) {
    this.schema = schema;
    for (Kind kind : kinds.known()) {
      register(kind.group(), kind.version());
      if (kind.type().content() != null) {
        continue; // no body at another place can be one
      }
      types.put(kind.apiVersion() + "/" + kind.kind(), kind.type());
      older(kind);
      for (Subresource part : kind.subresources()) {
        if (!part.version().isEmpty()) {
          register(part.group(), part.version());
        }
      }
    }
  }

  /** Definitions are known in a version that nobody serves any more. */
  private void older(Kind kind) {
    if (kind.apiVersion().equals("apiextensions.k8s.io/v1")) {
      types.put("apiextensions.k8s.io/v1beta1/" + kind.kind(), kind.type());
    }
  }

  private void register(String group, String version) {
    String table = SharedType.family(group) + "/" + version;
    tables.put(group.isEmpty() ? version : group + "/" + version, table);
  }

  Optional<StructType> find(ClaimedKind claim) {
    String apiVersion = claim.apiVersion();
    StructType known = types.get(apiVersion + "/" + claim.kind());
    String table = tables.get(apiVersion);
    if (known == null && table != null) {
      known =
          EVERYWHERE.contains(claim.kind())
              ? schema.find("meta/v1." + claim.kind())
              : schema.find(table + "." + claim.kind());
      known = known != null && known.field("kind") == null ? null : known;
    }
    return Optional.ofNullable(known);
  }

  /** Whether a group and version is known. */
  boolean serves(String apiVersion) {
    return tables.containsKey(apiVersion);
  }
}
