package dev.muster.model.types;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** All struct types by qualified name ({@code core/v1.Pod}). */
public final class Schema {
  private final Map<String, StructType> structs = new LinkedHashMap<>();

  /** The types of Kubernetes, read once from the tables beside this class. */
  public static Schema kubernetes() {
    return Holder.KUBERNETES;
  }

  /**
   * The types of a Kubernetes that does not know some fields.
   *
   * @param fields such as {@code core/v1.Pod.spec}
   */
  public static Schema kubernetesWithout(Set<String> fields) {
    return fields.isEmpty() ? kubernetes() : SchemaReader.readBuiltIn(fields);
  }

  private static final class Holder {
    static final Schema KUBERNETES = SchemaReader.readBuiltIn(Set.of());
  }

  Schema() {}

  /**
   * These types and those of one more table, which may refer to these.
   *
   * @param table such as {@code example/v1}
   * @param lines as the built-in tables have them
   */
  public Schema with(String table, List<String> lines) {
    return SchemaReader.read(this, table, lines);
  }

  /** Types that are already here stay the same. */
  Schema copy() {
    Schema copy = new Schema();
    copy.structs.putAll(structs);
    return copy;
  }

  void add(StructType type) {
    if (structs.put(type.name(), type) != null) {
      throw new IllegalStateException("type " + type.name() + " is declared twice");
    }
  }

  /** The type of a qualified name, which there must be. */
  public StructType struct(String name) {
    StructType found = structs.get(name);
    if (found == null) {
      throw new IllegalArgumentException("no type is called \"" + name + "\"");
    }
    return found;
  }

  /** The type of a qualified name, null if there is none. */
  public @Nullable StructType find(String name) {
    return structs.get(name);
  }

  /** The qualified names of all types. */
  public Set<String> names() {
    return structs.keySet();
  }
}
