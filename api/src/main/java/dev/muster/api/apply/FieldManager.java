package dev.muster.api.apply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.api.kinds.Kind;
import dev.muster.api.kinds.Kinds;
import dev.muster.api.schema.StructType;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Keeps {@code metadata.managedFields}. Objects are canonical trees of the version of the request;
 * stateless but for the kinds it knows, safe for any thread.
 */
public final class FieldManager {
  private final Kinds kinds;

  public FieldManager(Kinds kinds) {
    this.kinds = kinds;
  }

  /**
   * Records what a create, an update or a patch changed. Called with the object as the client means
   * it: decoded and defaulted, before admission and before the kind's strategy prepares it.
   *
   * @param live the stored object, or null for a create
   * @param object the new object, into which the entries are written
   * @return {@code object}
   */
  public ObjectNode update(Kind kind, @Nullable ObjectNode live, ObjectNode object, Write write) {
    Owners before = ownersBefore(live, object, write);
    Owners after = before;
    boolean tracked = !before.isEmpty() || live == null || !live.path("metadata").has("uid");
    if (tracked) {
      ObjectNode old = live == null ? StructShape.of(kind.type()).empty() : live;
      after = ManagerLimit.enforce(afterUpdate(kind, old, object, before, write));
    }
    after.writeTo(object);
    return object;
  }

  /**
   * As {@link #update} for a create of what has no kind of its own: what is posted to a subresource
   * and answered there.
   */
  public ObjectNode created(StructType type, String apiVersion, ObjectNode object, Write write) {
    Comparison added = Comparison.of(type, StructShape.of(type).empty(), object);
    FieldSet gained = added.changed().difference(Stripped.FIELDS);
    Owners.NONE.with(write.updater(apiVersion, gained)).writeTo(object);
    return object;
  }

  /** The entries a client sends count, unless it writes to a subresource or sends none. */
  private static Owners ownersBefore(@Nullable ObjectNode live, ObjectNode object, Write write) {
    if (write.subresource().isEmpty()) {
      JsonNode sent = object.path("metadata").path("managedFields");
      if (sent.isArray() && (sent.isEmpty() || sent.size() == 1 && sent.get(0).isEmpty())) {
        return Owners.NONE;
      }
      Owners own = readable(object);
      if (!own.isEmpty()) {
        return own;
      }
    }
    return readable(live);
  }

  private static Owners readable(@Nullable ObjectNode object) {
    try {
      return Owners.of(object);
    } catch (IllegalArgumentException e) {
      return Owners.NONE;
    }
  }

  Owners afterUpdate(Kind kind, ObjectNode old, ObjectNode object, Owners before, Write write) {
    ResetFields reset = ResetFields.of(kind, write.subresource());
    Comparison difference = Comparison.of(kind.type(), old, object).filtered(reset);
    Touched touched = new Touched(kind, old, object, reset, difference);
    Owners left = touched.leave(before);
    FieldSet gained = difference.changed().difference(Stripped.FIELDS);
    if (gained.isEmpty()) {
      return left;
    }
    Owner writer = write.updater(kind.apiVersion(), gained);
    Owner known = left.find(writer);
    return left.with(known == null ? writer : writer.with(gained.union(known.fields())));
  }

  /** What a write touched, in each version in which someone owns fields. */
  private final class Touched {
    private final Versions versions;
    private final ObjectNode old;
    private final ObjectNode object;
    private final ResetFields reset;
    private final Map<String, FieldSet> byVersion = new HashMap<>();

    Touched(
        Kind kind, ObjectNode old, ObjectNode object, ResetFields reset, Comparison difference) {
      this.versions = new Versions(kinds, kind);
      this.old = old;
      this.object = object;
      this.reset = reset;
      byVersion.put(kind.apiVersion(), difference.touched());
    }

    /** What is left to the owners; entries of versions that are gone go too. */
    Owners leave(Owners before) {
      return before.map(
          owner -> {
            FieldSet touched = in(owner.apiVersion());
            return touched == null ? FieldSet.EMPTY : owner.fields().difference(touched);
          });
    }

    private @Nullable FieldSet in(String apiVersion) {
      FieldSet known = byVersion.get(apiVersion);
      if (known != null) {
        return known;
      }
      Kind other = versions.find(apiVersion).orElse(null);
      if (other == null) {
        return null;
      }
      FieldSet found =
          Comparison.of(other.type(), versions.convert(old, other), versions.convert(object, other))
              .filtered(reset)
              .touched();
      byVersion.put(apiVersion, found);
      return found;
    }
  }
}
