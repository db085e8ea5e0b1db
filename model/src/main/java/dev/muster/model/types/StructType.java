package dev.muster.model.types;

import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.io.SerializedString;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A struct: its fields in the order in which they are written. */
public final class StructType {
  private final String name;
  private final boolean atomic;
  private final List<Field> fields;
  private final Map<String, Integer> index;
  private final SerializableString[] written;
  private final @Nullable Type others;
  private final @Nullable CustomContent content;
  private final boolean builtIn;

  /** One of a class; replaced as a whole. */
  private volatile Object[] derived = {};

  StructType(String name, boolean atomic, List<Field> fields) {
    this(name, atomic, fields, null, null, true);
  }

  private StructType(
      String name,
      boolean atomic,
      List<Field> fields,
      @Nullable Type others,
      @Nullable CustomContent content,
      boolean builtIn) {
    this.builtIn = builtIn;
    this.name = name;
    this.atomic = atomic;
    this.others = others;
    this.content = content;
    this.fields = List.copyOf(fields);
    this.index = HashMap.newHashMap(fields.size());
    this.written = new SerializableString[fields.size()];
    for (int i = 0; i < fields.size(); i++) {
      index.put(fields.get(i).name(), i);
      written[i] = new SerializedString(fields.get(i).name());
    }
  }

  /**
   * A part of a custom resource.
   *
   * @param others the type of the fields that are not declared, or null where there are none
   */
  public static StructType part(
      String name, boolean atomic, List<Field> fields, @Nullable Type others) {
    return new StructType(name, atomic, fields, others, null, false);
  }

  /** A custom resource. Its fields tell who owns what; what it may hold its content tells. */
  public static StructType custom(
      String name, List<Field> fields, @Nullable Type others, CustomContent content) {
    return new StructType(name, false, fields, others, content, false);
  }

  /** Whether it stays as long as the server runs. */
  public boolean builtIn() {
    return builtIn;
  }

  /** The type of the fields that are not declared, or null where there are none. */
  public @Nullable Type others() {
    return others;
  }

  /** What a custom resource may hold; null for a type that a table declares. */
  public @Nullable CustomContent content() {
    return content;
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

  /**
   * What another package makes of this type: made when it is first asked for, and kept as long as
   * the type is.
   *
   * @param kind one that nobody extends
   * @param maker may be called by several who ask at once; all of them get the same
   */
  public <T> T derived(Class<T> kind, Function<StructType, T> maker) {
    Object[] known = derived;
    for (int i = 0; i < known.length; i++) {
      if (known[i].getClass() == kind) {
        return kind.cast(known[i]);
      }
    }
    return keep(kind, maker.apply(this));
  }

  private synchronized <T> T keep(Class<T> kind, T made) {
    Object[] known = derived;
    for (Object one : known) {
      if (one.getClass() == kind) {
        return kind.cast(one);
      }
    }
    Object[] more = Arrays.copyOf(known, known.length + 1);
    more[known.length] = made;
    derived = more;
    return made;
  }

  @Override
  public String toString() {
    return name;
  }
}
