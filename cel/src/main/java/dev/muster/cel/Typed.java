package dev.muster.cel;

import com.google.common.primitives.UnsignedLong;
import dev.cel.common.types.CelType;
import dev.cel.common.types.ListType;
import dev.cel.common.types.OpaqueType;
import dev.cel.common.types.SimpleType;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** A type of expressions with the class that holds its values. */
record Typed<T>(CelType type, Class<T> held) {
  static final Typed<String> TEXT = new Typed<>(SimpleType.STRING, String.class);
  static final Typed<Long> INT = new Typed<>(SimpleType.INT, Long.class);
  static final Typed<UnsignedLong> UINT = new Typed<>(SimpleType.UINT, UnsignedLong.class);
  static final Typed<Duration> DURATION = new Typed<>(SimpleType.DURATION, Duration.class);
  static final Typed<Instant> TIMESTAMP = new Typed<>(SimpleType.TIMESTAMP, Instant.class);
  static final Typed<Double> DOUBLE = new Typed<>(SimpleType.DOUBLE, Double.class);
  static final Typed<Boolean> BOOL = new Typed<>(SimpleType.BOOL, Boolean.class);
  static final Typed<List<?>> TEXTS = list(SimpleType.STRING);

  static <T> Typed<T> opaque(String name, Class<T> held) {
    return new Typed<>(OpaqueType.create(name), held);
  }

  @SuppressWarnings({"unchecked", "rawtypes"}) // lists are told apart by the checker, not by class
  static Typed<List<?>> list(CelType element) {
    return new Typed(ListType.create(element), List.class);
  }
}
