package dev.muster.model.schema;

import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.io.SerializedString;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A struct: its fields in the order in which they are written. */
public final class StructType {
  private final String name;
  private final boolean atomic;
  private final List<Field> fields;
  private final Map<String, Integer> index;
  private final SerializableString[] written;

  StructType(String name, boolean atomic, List<Field> fields) {
    this.name = name;
    this.atomic = atomic;
    this.fields = List.copyOf(fields);
    this.index = HashMap.newHashMap(fields.size());
    this.written = new SerializableString[fields.size()];
    for (int i = 0; i < fields.size(); i++) {
      index.put(fields.get(i).name(), i);
      written[i] = new SerializedString(fields.get(i).name());
    }
  }

  /** The qualified name, e.g. {@code core/v1.Pod}. */
  public String name() {
    return name;
  }

  /** The bare name, e.g. {@code Pod}. */
  public String simpleName() {
    return name.substring(name.indexOf('.') + 1);
  }

  /** Server-side apply owns values of this type as a whole. */
  public boolean atomic() {
    return atomic;
  }

  /** In the order in which they are written. */
  public List<Field> fields() {
    return fields;
  }

  /** The name of the field at the position, which remembers its encoded bytes. */
  public SerializableString written(int position) {
    return written[position];
  }

  /** The position of the field, or -1. */
  public int indexOf(String field) {
    return index.getOrDefault(field, -1);
  }

  /** The field of that name, null if there is none. */
  public @Nullable Field field(String field) {
    Integer i = index.get(field);
    return i == null ? null : fields.get(i);
  }

  @Override
  public String toString() {
    return name;
  }
}
