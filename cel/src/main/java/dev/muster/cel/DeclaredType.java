package dev.muster.cel;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The type of a value that a schema declares, as the rules of that schema see it.
 *
 * @param fields of an object, by the names that expressions use for them
 * @param element of a list, or of a map whose keys are texts
 * @param mostElements how many there can be: of a list or map, or characters of a text
 * @param leastBytes how few it takes to write such a value as JSON
 * @param listType of a list, what its elements are told apart by
 * @param mapKeys of a list that is a map, the names of its keys as expressions use them
 */
public record DeclaredType(
    Kind kind,
    Map<String, DeclaredType> fields,
    @Nullable DeclaredType element,
    long mostElements,
    long leastBytes,
    ListType listType,
    List<String> mapKeys) {

  /** What a value is. */
  public enum Kind {
    BOOL,
    INT,
    DOUBLE,
    STRING,
    BYTES,
    DURATION,
    DATE,
    TIMESTAMP,
    LIST,
    MAP,
    OBJECT,
    /** A number or a text. */
    ANY
  }

  /** What makes two elements of a list the same: their place, their value, or their keys. */
  public enum ListType {
    ATOMIC,
    SET,
    MAP
  }

  public DeclaredType {
    mapKeys = List.copyOf(mapKeys);
    fields = Collections.unmodifiableMap(new LinkedHashMap<>(fields));
  }

  /** A value without parts. */
  public static DeclaredType scalar(Kind kind, long mostElements, long leastBytes) {
    return new DeclaredType(
        kind, Map.of(), null, mostElements, leastBytes, ListType.ATOMIC, List.of());
  }

  /** An object with these fields. */
  public static DeclaredType object(Map<String, DeclaredType> fields, long leastBytes) {
    return new DeclaredType(Kind.OBJECT, fields, null, 0, leastBytes, ListType.ATOMIC, List.of());
  }

  /** A map from texts. */
  public static DeclaredType map(DeclaredType element, long mostElements) {
    return new DeclaredType(
        Kind.MAP, Map.of(), element, mostElements, 2, ListType.ATOMIC, List.of());
  }

  /**
   * A list.
   *
   * @param mapKeys empty unless it is a map
   */
  public static DeclaredType list(
      DeclaredType element, long mostElements, ListType listType, List<String> mapKeys) {
    return new DeclaredType(Kind.LIST, Map.of(), element, mostElements, 2, listType, mapKeys);
  }
}
