package dev.muster.cel;

import com.google.common.primitives.UnsignedLong;
import dev.cel.common.values.CelByteString;
import dev.cel.common.values.NullValue;
import dev.muster.base.go.GoText;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** {@code '%s of %d'.format([a, b])}. */
final class TextFormat {
  private static final int MAX_PRECISION = 1000;

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
      int precision = 6;
      if (at(template, i) == '.') {
        int end = i + 1;
        while (Character.isDigit(at(template, end))) {
          end++;
        }
        precision = precision(template.substring(i + 1, end));
        i = end;
      }
      char verb = at(template, i++);
      if (verb == '%') {
        out.append('%');
        continue;
      }
      if (next == values.size()) {
        throw new FunctionFault("index " + next + " out of range");
      }
      out.append(clause(verb, precision, values.get(next++)));
      if (out.length() > maxLength) {
        throw new FunctionFault("result longer than " + maxLength + " characters");
      }
    }
    return out.toString();
  }

  private static char at(String template, int index) {
    if (index >= template.length()) {
      throw new FunctionFault("unexpected end of string");
    }
    return template.charAt(index);
  }

  private static int precision(String digits) {
    if (digits.isEmpty() || digits.length() > 4 || Integer.parseInt(digits) > MAX_PRECISION) {
      throw new FunctionFault("error while parsing precision");
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
              : whole(value, 2, "binary clause can only be used on integers and bools");
      case 'o' -> whole(value, 8, "octal clause can only be used on integers");
      case 'x' -> hex(value);
      case 'X' -> hex(value).toUpperCase(Locale.ROOT);
      case 'f' -> fixed(value, precision);
      case 'e' -> String.format(Locale.ROOT, "%." + precision + "e", number(value, "scientific"));
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
      case Instant i -> i.toString();
      case Double d -> d == Math.rint(d) && !Double.isInfinite(d) ? plain(d) : d.toString();
      case List<?> l ->
          l.stream().map(TextFormat::inside).collect(Collectors.joining(", ", "[", "]"));
      case Map<?, ?> m -> {
        Map<String, String> sorted = new TreeMap<>();
        m.forEach((k, v) -> sorted.put(inside(k), inside(v)));
        yield sorted.entrySet().stream()
            .map(e -> e.getKey() + ":" + e.getValue())
            .collect(Collectors.joining(", ", "{", "}"));
      }
      case Object other -> other.toString();
    };
  }

  /** Inside a list or map a text stands in quotes. */
  private static String inside(Object value) {
    return value instanceof String text ? GoText.quote(text) : text(value);
  }

  private static String plain(double whole) {
    return BigDecimal.valueOf(whole).setScale(0, RoundingMode.HALF_EVEN).toPlainString();
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
      case Object other -> throw new FunctionFault("error during formatting: " + otherwise);
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

  private static String fixed(Object value, int precision) {
    double number = number(value, "fixed-point");
    return Double.isFinite(number)
        ? BigDecimal.valueOf(number).setScale(precision, RoundingMode.HALF_EVEN).toPlainString()
        : Double.toString(number);
  }

  private static double number(Object value, String clause) {
    return switch (value) {
      case Double d -> d;
      case Long l -> l.doubleValue();
      case UnsignedLong u -> u.doubleValue();
      case Object other ->
          throw new FunctionFault(
              "error during formatting: " + clause + " clause can only be used on doubles");
    };
  }
}
