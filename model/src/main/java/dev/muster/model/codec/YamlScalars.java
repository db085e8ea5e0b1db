package dev.muster.model.codec;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What an unquoted scalar means: the rules of YAML 1.1 as Kubernetes' own reader applies them. */
final class YamlScalars {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
  private static final Map<String, JsonNode> WORDS = words();
  private static final Pattern FLOAT =
      Pattern.compile("[-+]?(\\.[0-9]+|[0-9]+(\\.[0-9]*)?)([eE][-+]?[0-9]+)?");
  private static final Pattern DATE =
      Pattern.compile(
          "\\d{4}-\\d{1,2}-\\d{1,2}"
              + "([Tt]\\d{1,2}:\\d{1,2}:\\d{1,2}(\\.\\d+)?(Z|[+-]\\d{2}:\\d{2})"
              + "| \\d{1,2}:\\d{1,2}:\\d{1,2}(\\.\\d+)?)?");
  private static final BigInteger MAX_UNSIGNED = BigInteger.ONE.shiftLeft(64);

  private YamlScalars() {}

  private static Map<String, JsonNode> words() {
    Map<String, JsonNode> out = new HashMap<>();
    for (String yes : new String[] {"y", "yes", "true", "on"}) {
      spellings(out, yes, NODES.booleanNode(true));
    }
    for (String no : new String[] {"n", "no", "false", "off"}) {
      spellings(out, no, NODES.booleanNode(false));
    }
    spellings(out, "null", NullNode.getInstance());
    out.put("", NullNode.getInstance());
    out.put("~", NullNode.getInstance());
    for (String sign : new String[] {"", "+", "-"}) {
      double infinite = sign.equals("-") ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
      for (String inf : new String[] {".inf", ".Inf", ".INF"}) {
        out.put(sign + inf, NODES.numberNode(infinite));
      }
    }
    for (String nan : new String[] {".nan", ".NaN", ".NAN"}) {
      out.put(nan, NODES.numberNode(Double.NaN));
    }
    return out;
  }

  private static void spellings(Map<String, JsonNode> out, String word, JsonNode value) {
    out.put(word, value);
    out.put(word.toUpperCase(Locale.ROOT), value);
    out.put(word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1), value);
  }

  static JsonNode resolve(String text) {
    JsonNode word = WORDS.get(text);
    if (word != null) {
      return word;
    }
    char first = text.charAt(0);
    if (first != '.' && first != '-' && first != '+' && (first < '0' || first > '9')) {
      return NODES.textNode(text);
    }
    JsonNode number = DATE.matcher(text).matches() ? null : number(text.replace("_", ""));
    return number == null ? NODES.textNode(text) : number;
  }

  /** Whether the text keeps its meaning when it is written without quotes. */
  static boolean isPlainText(String text) {
    return resolve(text).isTextual()
        && !text.equals("<<")
        && !DATE.matcher(text).matches()
        && !BASE_60.matcher(text).matches();
  }

  private static final Pattern BASE_60 =
      Pattern.compile("[-+]?[0-9][0-9_]*(:[0-5]?[0-9])++(\\.[0-9_]*)?");

  private static @Nullable JsonNode number(String text) {
    BigInteger whole = integer(text);
    if (whole != null) {
      return whole.bitLength() <= 63
          ? NODES.numberNode(whole.longValue())
          : whole.signum() > 0 && whole.compareTo(MAX_UNSIGNED) < 0
              ? NODES.numberNode(whole)
              : NODES.numberNode(whole.doubleValue());
    }
    if (FLOAT.matcher(text).matches()) {
      double value = Double.parseDouble(text);
      return Double.isInfinite(value) ? null : NODES.numberNode(value);
    }
    return null;
  }

  /** Decimal, or with Go's prefixes: 0 and 0o octal, 0x hexadecimal, 0b binary. */
  private static @Nullable BigInteger integer(String text) {
    boolean signed = text.startsWith("-") || text.startsWith("+");
    String digits = signed ? text.substring(1) : text;
    int radix = 10;
    if (digits.length() > 1 && digits.charAt(0) == '0') {
      char prefix = Character.toLowerCase(digits.charAt(1));
      radix = prefix == 'x' ? 16 : prefix == 'b' ? 2 : 8;
      digits = digits.substring(prefix == 'x' || prefix == 'b' || prefix == 'o' ? 2 : 1);
    }
    if (digits.isEmpty() || digits.length() > 512) {
      return null;
    }
    for (int i = 0; i < digits.length(); i++) {
      if (digits.charAt(i) > 'z' || Character.digit(digits.charAt(i), radix) < 0) {
        return null;
      }
    }
    BigInteger value = new BigInteger(digits, radix);
    return text.startsWith("-") ? value.negate() : value;
  }
}
