package dev.muster.cel;

import java.util.AbstractMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A value that an expression made of one of the {@link PatchTypes}. Immutable. */
final class Constructed extends AbstractMap<String, Object> {
  private final String type;
  private final Map<String, Object> fields = new LinkedHashMap<>();

  Constructed(String type, Map<?, ?> fields) {
    this.type = type;
    fields.forEach((name, value) -> this.fields.put(String.valueOf(name), value));
  }

  /** As {@code Object.spec}. */
  String type() {
    return type;
  }

  @Override
  public Set<Map.Entry<String, Object>> entrySet() {
    return fields.entrySet();
  }

  @Override
  public @Nullable Object get(@Nullable Object name) {
    return fields.get(name);
  }

  @Override
  public boolean containsKey(@Nullable Object name) {
    return fields.containsKey(name);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Constructed same && type.equals(same.type) && super.equals(other);
  }

  @Override
  public int hashCode() {
    return 31 * type.hashCode() + super.hashCode();
  }
}
