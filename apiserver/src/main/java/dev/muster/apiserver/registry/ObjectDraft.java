package dev.muster.apiserver.registry;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.codec.Encoder;
import dev.muster.model.scheme.Kind;
import dev.muster.model.selector.FieldSelector;
import dev.muster.model.status.Status;
import dev.muster.store.Draft;
import dev.muster.views.MetaV1.MutableObjectMeta;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;

/**
 * An object about to be written. It is encoded once, with room for the resourceVersion, which the
 * store knows only when it writes.
 */
final class ObjectDraft implements Draft<StoredObject> {
  private static final byte[] PLACE = "\"resourceVersion\":\"".getBytes(StandardCharsets.US_ASCII);

  /** As much as a body may have: patches, defaults and owners do not make objects larger. */
  private static final int MOST_BYTES = 3 * 1024 * 1024;

  private final byte[] bytes;
  private final int version;
  private final int typeEnd;
  private final Map<String, String> labels;
  private final Map<String, String> fields;

  private ObjectDraft(
      byte[] bytes,
      int version,
      int typeEnd,
      Map<String, String> labels,
      Map<String, String> fields) {
    this.bytes = bytes;
    this.version = version;
    this.typeEnd = typeEnd;
    this.labels = labels;
    this.fields = fields;
  }

  /** Encodes the object, which keeps an empty resourceVersion. */
  static ObjectDraft of(Kind kind, ObjectNode object) {
    MutableObjectMeta.ofObject(object).resourceVersion("");
    byte[] bytes = Encoder.encode(kind.type(), object);
    return new ObjectDraft(
        bytes,
        place(bytes),
        typeEnd(bytes),
        StoredObject.labelsOf(object),
        FieldSelector.values(kind, object));
  }

  /**
   * This draft, which must not be too large to be stored, unless it makes a large object smaller.
   *
   * @param before the bytes of the object that it replaces
   */
  ObjectDraft within(int before) {
    if (bytes.length > MOST_BYTES && bytes.length > before) {
      throw Status.tooLarge(
              "the object has %d bytes, limit is %d".formatted(bytes.length, MOST_BYTES))
          .exception();
    }
    return this;
  }

  /** What was encoded before, read back from disk. */
  static StoredObject committed(
      byte[] bytes, Map<String, String> labels, Map<String, String> fields, long revision) {
    return new ObjectDraft(bytes, place(bytes), typeEnd(bytes), labels, fields).committed(revision);
  }

  /** An object that is served without having been written, as it stands. */
  static StoredObject unwritten(Kind kind, ObjectNode object) {
    return stored(kind, object, 0);
  }

  /** An object that was written at a revision and is in memory as a tree. */
  static StoredObject read(Kind kind, ObjectNode object, long revision) {
    MutableObjectMeta.ofObject(object).resourceVersion(Long.toString(revision));
    return stored(kind, object, revision);
  }

  private static StoredObject stored(Kind kind, ObjectNode object, long revision) {
    byte[] bytes = Encoder.encode(kind.type(), object);
    return new StoredObject(
        bytes,
        typeEnd(bytes),
        revision,
        StoredObject.labelsOf(object),
        FieldSelector.values(kind, object));
  }

  /** What was written before, to be written again elsewhere. */
  static ObjectDraft copyOf(StoredObject object) {
    byte[] bytes = versioned(object.json(), "");
    return new ObjectDraft(
        bytes, place(bytes), object.itemStart(), object.labels(), object.fields());
  }

  static StoredObject rewritten(StoredObject object, long revision) {
    byte[] whole = versioned(object.json(), Long.toString(revision));
    return new StoredObject(whole, object.itemStart(), revision, object.labels(), object.fields());
  }

  private static byte[] versioned(byte[] json, String version) {
    int from = place(json);
    int to = from;
    while (json[to] != '"') {
      to++;
    }
    byte[] digits = version.getBytes(StandardCharsets.US_ASCII);
    byte[] whole = new byte[json.length - (to - from) + digits.length];
    System.arraycopy(json, 0, whole, 0, from);
    System.arraycopy(digits, 0, whole, from, digits.length);
    System.arraycopy(json, to, whole, from + digits.length, json.length - to);
    return whole;
  }

  /** The bytes of a draft without the place for the resourceVersion, and with an end of line. */
  static byte[] withoutVersion(byte[] draft) {
    int from = place(draft) - PLACE.length;
    int to = from + PLACE.length + 1;
    if (draft[to] == ',') {
      to++;
    } else if (draft[from - 1] == ',') {
      from--;
    }
    byte[] bare = new byte[draft.length - (to - from) + 1];
    System.arraycopy(draft, 0, bare, 0, from);
    System.arraycopy(draft, to, bare, from, draft.length - to);
    bare[bare.length - 1] = '\n';
    return bare;
  }

  @Override
  public byte[] bytes() {
    return bytes;
  }

  @Override
  public StoredObject committed(long revision) {
    byte[] digits = Long.toString(revision).getBytes(StandardCharsets.US_ASCII);
    byte[] whole = new byte[bytes.length + digits.length];
    System.arraycopy(bytes, 0, whole, 0, version);
    System.arraycopy(digits, 0, whole, version, digits.length);
    System.arraycopy(bytes, version, whole, version + digits.length, bytes.length - version);
    return new StoredObject(whole, typeEnd, revision, labels, fields);
  }

  /**
   * Metadata comes right after the type, and quotes inside texts are escaped: the first match is
   * the object's own.
   */
  private static int place(byte[] bytes) {
    for (int i = 0; i <= bytes.length - PLACE.length; i++) {
      if (bytes[i] == '"' && Arrays.equals(bytes, i, i + PLACE.length, PLACE, 0, PLACE.length)) {
        return i + PLACE.length;
      }
    }
    throw new IllegalStateException("the object has no place for its resourceVersion");
  }

  /** The place after the kind and the apiVersion, which come first. */
  private static int typeEnd(byte[] bytes) {
    int commas = 0;
    for (int i = 0; i < bytes.length; i++) {
      if (bytes[i] == ',' && ++commas == 2) {
        return i + 1;
      }
    }
    throw new IllegalStateException("the object has no kind and apiVersion");
  }
}
