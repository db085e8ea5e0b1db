package dev.muster.cel;

import com.google.common.primitives.UnsignedLong;
import dev.cel.runtime.standard.BoolFunction.BoolOverload;
import dev.cel.runtime.standard.CelStandardOverload;
import dev.cel.runtime.standard.DoubleFunction.DoubleOverload;
import dev.cel.runtime.standard.DurationFunction.DurationOverload;
import dev.cel.runtime.standard.IntFunction.IntOverload;
import dev.cel.runtime.standard.ModuloOperator.ModuloOverload;
import dev.cel.runtime.standard.StringFunction.StringOverload;
import dev.cel.runtime.standard.TimestampFunction.TimestampOverload;
import dev.cel.runtime.standard.UintFunction.UintOverload;
import dev.muster.base.go.GoDuration;
import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * Texts as numbers, truths and times, read as Go reads them and refused in Kubernetes' words;
 * numbers and times as texts; and what is left of a division.
 */
final class TextConversions {
  /** What CEL's own conversions of texts are called; these stand in for them. */
  static final Set<CelStandardOverload> REPLACED =
      Set.of(
          IntOverload.STRING_TO_INT64,
          UintOverload.STRING_TO_UINT64,
          DoubleOverload.STRING_TO_DOUBLE,
          BoolOverload.STRING_TO_BOOL,
          TimestampOverload.STRING_TO_TIMESTAMP,
          DurationOverload.STRING_TO_DURATION,
          StringOverload.DOUBLE_TO_STRING,
          StringOverload.DURATION_TO_STRING,
          StringOverload.TIMESTAMP_TO_STRING,
          ModuloOverload.MODULO_INT64,
          ModuloOverload.MODULO_UINT64);

  private static final Pattern INT = Pattern.compile("[+-]?[0-9]+");
  private static final Pattern UINT = Pattern.compile("[0-9]+");
  private static final Pattern DOUBLE =
      Pattern.compile("[+-]?(?:[0-9]++\\.?[0-9]*+|\\.[0-9]++)(?:[eE][+-]?[0-9]++)?");
  private static final Set<String> TRUE = Set.of("1", "t", "T", "TRUE", "true", "True");
  private static final Set<String> FALSE = Set.of("0", "f", "F", "FALSE", "false", "False");

  private TextConversions() {}

  static void addTo(Functions functions) {
    add(functions, "string_to_int64", "int", TextConversions::integer);
    add(functions, "string_to_uint64", "uint", TextConversions::unsigned);
    add(functions, "string_to_double", "double", TextConversions::decimal);
    add(functions, "string_to_bool", "bool", TextConversions::truth);
    add(functions, "string_to_timestamp", "google.protobuf.Timestamp", TextConversions::time);
    add(functions, "string_to_duration", "google.protobuf.Duration", GoDuration::parse);
    functions.bind("double_to_string", Typed.DOUBLE, GoFloat::text);
    functions.bind("duration_to_string", Typed.DURATION, TextFormat::text);
    functions.bind("timestamp_to_string", Typed.TIMESTAMP, TextFormat::text);
    functions.bind("modulo_int64", Typed.INT, Typed.INT, TextConversions::modulo);
    functions.bind("modulo_uint64", Typed.UINT, Typed.UINT, TextConversions::modulo);
  }

  private static void add(
      Functions functions, String id, String type, Function<String, Object> conversion) {
    functions.bind(
        id,
        Typed.TEXT,
        text -> {
          try {
            return conversion.apply(text);
          } catch (IllegalArgumentException | DateTimeException e) {
            throw new FunctionFault("type conversion error from 'string' to '" + type + "'");
          }
        });
  }

  private static Object modulo(long a, long b) {
    if (b == 0) {
      throw new FunctionFault("modulus by zero");
    }
    return a % b;
  }

  private static Object modulo(UnsignedLong a, UnsignedLong b) {
    if (b.equals(UnsignedLong.ZERO)) {
      throw new FunctionFault("modulus by zero");
    }
    return a.mod(b);
  }

  private static String matching(Pattern pattern, String text) {
    if (!pattern.matcher(text).matches()) {
      throw new NumberFormatException(text);
    }
    return text;
  }

  private static Object integer(String text) {
    return Long.valueOf(matching(INT, text));
  }

  private static Object unsigned(String text) {
    return UnsignedLong.valueOf(matching(UINT, text));
  }

  private static Object decimal(String text) {
    String word = text.toLowerCase(Locale.ROOT);
    String size = word.startsWith("+") || word.startsWith("-") ? word.substring(1) : word;
    return switch (size) {
      case "inf", "infinity" ->
          word.startsWith("-") ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
      case "nan" -> size.equals(word) ? Double.NaN : Double.valueOf(matching(DOUBLE, text));
      default -> finite(Double.parseDouble(matching(DOUBLE, text)));
    };
  }

  private static Object finite(double value) {
    if (Double.isInfinite(value)) {
      throw new NumberFormatException("out of range");
    }
    return value;
  }

  private static Object truth(String text) {
    if (TRUE.contains(text)) {
      return true;
    }
    if (FALSE.contains(text)) {
      return false;
    }
    throw new IllegalArgumentException(text);
  }

  private static Object time(String text) {
    OffsetDateTime time = OffsetDateTime.parse(text);
    if (time.getYear() < 1 || time.getYear() > 9999) {
      throw new DateTimeException("out of range");
    }
    return time.toInstant();
  }
}
