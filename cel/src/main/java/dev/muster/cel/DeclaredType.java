package dev.muster.cel;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The type of a value that a schema declares, as the rules of that schema see it.
 *
 * @param fields of an object, by the names that expressions use for them
 * @param element of a list, or of a map whose keys are texts
 * @param mostElements how many there can be: of a list or map, or characters of a text
 * @param leastBytes how few it takes to write such a value as JSON
 */
public record DeclaredType(
    Kind kind,
    Map<String, DeclaredType> fields,
    @Nullable DeclaredType element,
    long mostElements,
    long leastBytes) {

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

  public DeclaredType {
    fields = Collections.unmodifiableMap(new LinkedHashMap<>(fields));
  }

  /** A value without parts. */
  public static DeclaredType scalar(Kind kind, long mostElements, long leastBytes) {
    return new DeclaredType(kind, Map.of(), null, mostElements, leastBytes);
  }
}
