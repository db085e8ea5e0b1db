package dev.muster.cel;

import com.google.common.primitives.UnsignedLong;
import dev.cel.common.types.TypeType;
import dev.cel.common.values.CelByteString;
import dev.cel.common.values.NullValue;
import dev.muster.base.go.GoText;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** {@code '%s of %d'.format([a, b])}. */
final class TextFormat {
  private static final int MAX_PRECISION = 1000;
  private static final int USUAL_PRECISION = 6;

  /** Go writes no more digits of a second than there are. */
  private static final Pattern ZEROS = Pattern.compile("(?<=\\.\\d{1,8})0+(?=Z)");

  private TextFormat() {}

  static String format(String template, List<?> values, int maxLength) {
    StringBuilder out = new StringBuilder();
    int next = 0;
    int i = 0;
    while (i < template.length()) {
      char c = template.charAt(i++);
      if (c != '%') {
        out.append(c);
        continue;
      }
      if (i < template.length() && template.charAt(i) == '%') {
        out.append('%');
        i++;
        continue;
      }
      if (next == values.size()) {
        throw new FunctionFault("index " + next + " out of range");
      }
      if (i == template.length()) {
        throw new FunctionFault("unexpected end of string");
      }
      int precision = USUAL_PRECISION;
      if (template.charAt(i) == '.') {
        int end = i + 1;
        while (end < template.length()
            && template.charAt(end) >= '0'
            && template.charAt(end) <= '9') {
          end++;
        }
        precision = precision(template.substring(i + 1, end), end == template.length());
        i = end;
      }
      out.append(clause(template.charAt(i++), precision, values.get(next++)));
      if (out.length() > maxLength) {
        throw new FunctionFault("result longer than " + maxLength + " characters");
      }
    }
    return out.toString();
  }

  private static int precision(String digits, boolean endless) {
    String fault = "could not parse formatting clause: error while parsing precision: ";
    if (endless) {
      throw new FunctionFault(fault + "could not find end of precision specifier");
    }
    if (digits.isEmpty()) {
      throw new FunctionFault(
          fault
              + "error while converting precision to integer: strconv.Atoi: parsing \"\": invalid"
              + " syntax");
    }
    if (digits.length() > 4 || Integer.parseInt(digits) > MAX_PRECISION) {
      throw new FunctionFault(fault + "more than " + MAX_PRECISION + " digits");
    }
    return Integer.parseInt(digits);
  }

  private static String clause(char verb, int precision, Object value) {
    return switch (verb) {
      case 's' -> text(value);
      case 'd' -> whole(value, 10, "decimal clause can only be used on integers");
      case 'b' ->
          value instanceof Boolean b
              ? (b ? "1" : "0")
              : whole(value, 2, "only integers and bools can be formatted as binary");
      case 'o' -> whole(value, 8, "octal clause can only be used on integers");
      case 'x' -> hex(value);
      case 'X' -> hex(value).toUpperCase(Locale.ROOT);
      case 'f' -> FloatFormat.fixed(number(value, "fixed-point"), precision);
      case 'e' -> FloatFormat.scientific(number(value, "scientific"));
      default ->
          throw new FunctionFault(
              "could not parse formatting clause: unrecognized formatting clause \"" + verb + "\"");
    };
  }

  static String text(Object value) {
    return switch (value) {
      case String s -> s;
      case NullValue n -> "null";
      case CelByteString b -> new String(b.toByteArray(), StandardCharsets.UTF_8);
      case Duration d -> seconds(d);
      case Instant i -> ZEROS.matcher(i.toString()).replaceFirst("");
      case Double d -> GoFloat.text(d);
      case Boolean b -> b.toString();
      case Long l -> l.toString();
      case UnsignedLong u -> u.toString();
      case TypeType type -> type.containingTypeName();
      case List<?> l ->
          l.stream().map(TextFormat::inside).collect(Collectors.joining(", ", "[", "]"));
      case Map<?, ?> m -> {
        Map<String, String> sorted = new TreeMap<>();
        m.forEach((k, v) -> sorted.put(inside(k), inside(v)));
        yield sorted.entrySet().stream()
            .map(e -> e.getKey() + ":" + e.getValue())
            .collect(Collectors.joining(", ", "{", "}"));
      }
      case Object other ->
          throw misused(
              "string clause can only be used on strings, bools, bytes, ints, doubles, maps, lists,"
                  + " types, durations, and timestamps",
              other);
    };
  }

  /** Inside a list or map values stand as they could in an expression. */
  private static String inside(Object value) {
    return switch (value) {
      case String text -> GoText.quote(text);
      case CelByteString bytes -> "b" + GoText.quote(text(bytes));
      case Instant time -> "timestamp(" + GoText.quote(text(time)) + ")";
      case Duration time -> "duration(" + GoText.quote(text(time)) + ")";
      case Double number -> FloatFormat.plain(number);
      case Object other -> text(other);
    };
  }

  private static String seconds(Duration duration) {
    BigDecimal all =
        BigDecimal.valueOf(duration.getSeconds())
            .add(BigDecimal.valueOf(duration.getNano(), 9))
            .stripTrailingZeros();
    return all.toPlainString() + "s";
  }

  private static String whole(Object value, int radix, String otherwise) {
    return switch (value) {
      case Long l -> Long.toString(l, radix);
      case UnsignedLong u -> u.toString(radix);
      case Object other -> throw misused(otherwise, other);
    };
  }

  private static String hex(Object value) {
    return switch (value) {
      case String s -> HexFormat.of().formatHex(s.getBytes(StandardCharsets.UTF_8));
      case CelByteString b -> HexFormat.of().formatHex(b.toByteArray());
      case Object other ->
          whole(other, 16, "only integers, byte buffers, and strings can be formatted as hex");
    };
  }

  private static double number(Object value, String clause) {
    return switch (value) {
      case Double d -> d;
      case String s when s.equals("NaN") -> Double.NaN;
      case String s when s.equals("Infinity") -> Double.POSITIVE_INFINITY;
      case String s when s.equals("-Infinity") -> Double.NEGATIVE_INFINITY;
      case Object other -> throw misused(clause + " clause can only be used on doubles", other);
    };
  }

  private static FunctionFault misused(String rule, Object value) {
    return new FunctionFault(
        "error during formatting: " + rule + ", was given " + TypeNames.ofValue(value));
  }
}
