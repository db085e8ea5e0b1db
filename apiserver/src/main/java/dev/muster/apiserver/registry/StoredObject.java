package dev.muster.apiserver.registry;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.codec.Trees;
import dev.muster.store.Draft;
import dev.muster.views.MetaV1.ObjectMeta;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An object as the store holds it in memory: its JSON, ready to be sent, and what selectors ask
 * about. Immutable.
 *
 * <p>INVARIANT: the bytes begin with kind and apiVersion, so that a list can skip them, and hold
 * the resourceVersion of the write that made them.
 */
public final class StoredObject {
  private final byte[] json;
  private final int typeEnd;
  private final long revision;
  private final Map<String, String> labels;
  private final Map<String, String> fields;

  /**
   * The last result of {@link #at}: many watchers ask for the same one. Losing a race costs only
   * work.
   */
  private volatile @Nullable StoredObject later;

  StoredObject(
      byte[] json,
      int typeEnd,
      long revision,
      Map<String, String> labels,
      Map<String, String> fields) {
    this.json = json;
    this.revision = revision;
    this.typeEnd = typeEnd;
    this.labels = labels;
    this.fields = fields;
  }

  /** The whole object. Not to be changed. */
  public byte[] json() {
    return json;
  }

  /**
   * Where the object goes on after kind and apiVersion: from here to the end, after an opening
   * brace, is a list item.
   */
  public int itemStart() {
    return typeEnd;
  }

  /** Of the write that made it; 0 for an object that was never written. */
  public long revision() {
    return revision;
  }

  public Map<String, String> labels() {
    return labels;
  }

  /** The values that field selectors may ask for. */
  public Map<String, String> fields() {
    return fields;
  }

  /** A tree of one's own, canonical as it was when it was written. */
  public ObjectNode tree() {
    try {
      return (ObjectNode) Trees.parse(json);
    } catch (IOException e) {
      throw new UncheckedIOException("a stored object cannot be read", e);
    }
  }

  /** The object with another resourceVersion: what a watcher sees of a deletion. */
  public StoredObject at(long revision) {
    StoredObject known = later;
    if (known == null || known.revision != revision) {
      known = ObjectDraft.rewritten(this, revision);
      later = known;
    }
    return known;
  }

  /** The same object, to be written elsewhere. */
  public Draft<StoredObject> draft() {
    return ObjectDraft.copyOf(this);
  }

  static Map<String, String> labelsOf(JsonNode object) {
    JsonNode labels = ObjectMeta.ofObject(object).labels().node();
    if (labels.isEmpty()) {
      return Map.of();
    }
    Map<String, String> out = HashMap.newHashMap(labels.size());
    labels.properties().forEach(e -> out.put(e.getKey(), e.getValue().asText()));
    return Collections.unmodifiableMap(out);
  }

  @Override
  public String toString() {
    return new String(json, StandardCharsets.UTF_8);
  }
}
