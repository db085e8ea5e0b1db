package dev.muster.kinds.structural;

import dev.muster.model.names.Names;
import dev.muster.model.net.Cidr;
import dev.muster.model.net.IpAddress;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** The formats of texts that are checked; others are taken for notes. */
public final class Formats {
  private static final Map<String, Predicate<String>> ALL = all();

  private Formats() {}

  /** The format if it is checked, else empty. Dashes in names do not count. */
  static String known(String format) {
    String bare = format.startsWith("k8s-") ? format : format.replace("-", "");
    return ALL.containsKey(bare) ? format : "";
  }

  /** Whether it is one that a schema may have without a word about it. */
  public static boolean isRecognized(String type, String format) {
    return switch (type) {
      case "", "string" -> !known(format).isEmpty();
      case "integer" -> format.equals("int32") || format.equals("int64");
      case "number" -> format.equals("float") || format.equals("double");
      default -> false;
    };
  }

  static boolean fits(String format, String text) {
    String bare = format.startsWith("k8s-") ? format : format.replace("-", "");
    Predicate<String> rule = ALL.get(bare);
    return rule == null || rule.test(text);
  }

  private static Map<String, Predicate<String>> all() {
    Map<String, Predicate<String>> all = new HashMap<>();
    all.put("bsonobjectid", matching(FormatPatterns.BSON_OBJECT_ID));
    all.put("uri", Uris::isRequestUri);
    all.put("email", Formats::isEmail);
    all.put("hostname", Formats::isHostname);
    all.put("ipv4", text -> isAddress(text) && text.contains("."));
    all.put("ipv6", text -> isAddress(text) && text.contains(":"));
    all.put("cidr", text -> Cidr.parse(text).isPresent());
    all.put("mac", Formats::isMac);
    all.put("uuid", matching(FormatPatterns.UUID));
    all.put("uuid3", matching(FormatPatterns.UUID_3));
    all.put("uuid4", matching(FormatPatterns.UUID_4));
    all.put("uuid5", matching(FormatPatterns.UUID_5));
    all.put("isbn", text -> BookNumbers.isTen(text) || BookNumbers.isThirteen(text));
    all.put("isbn10", BookNumbers::isTen);
    all.put("isbn13", BookNumbers::isThirteen);
    all.put("creditcard", BookNumbers::isCreditCard);
    all.put("ssn", matching(FormatPatterns.SOCIAL_SECURITY));
    all.put("hexcolor", matching(FormatPatterns.HEX_COLOR));
    all.put("rgbcolor", matching(FormatPatterns.RGB_COLOR));
    all.put("byte", Formats::isBase64);
    all.put("password", text -> true);
    all.put("date", text -> parses(LocalDate::parse, text));
    all.put("duration", Durations::fits);
    all.put("datetime", Formats::isDateTime);
    all.put("k8s-short-name", text -> Names.label(text, false).isEmpty());
    all.put("k8s-long-name", text -> Names.subdomain(text, false).isEmpty());
    return Map.copyOf(all);
  }

  private static boolean isAddress(String text) {
    return IpAddress.parse(text).isPresent();
  }

  private static Predicate<String> matching(Pattern pattern) {
    return text -> pattern.matcher(text).matches();
  }

  private static boolean isMac(String text) {
    String byte2 = "[0-9a-fA-F]{2}";
    return text.matches(byte2 + "([:-])" + byte2 + "(\\1" + byte2 + "){4}((\\1" + byte2 + "){2})?")
        || text.matches("[0-9a-fA-F]{4}(\\.[0-9a-fA-F]{4}){2}(\\.[0-9a-fA-F]{4})?");
  }

  /** An address, maybe after a name and in angle brackets. */
  private static boolean isEmail(String text) {
    String address = text.strip();
    if (address.endsWith(">") && address.indexOf('<') >= 0) {
      address = address.substring(address.lastIndexOf('<') + 1, address.length() - 1);
    }
    int at = address.lastIndexOf('@');
    String local = at < 0 ? "" : address.substring(0, at);
    String domain = at < 0 ? "" : address.substring(at + 1);
    return local.length() < 1024
        && domain.length() < 1024
        && local.matches(
            "[^\\s@<>()\\[\\],;:\\\\\".]++(\\.[^\\s@<>()\\[\\],;:\\\\\".]++)*+|\"[^\"]*+\"")
        && domain.matches(
            "[^\\s@<>()\\[\\],;:\\\\\".]++(\\.[^\\s@<>()\\[\\],;:\\\\\".]++)*+|\\[[^\\]]*+]");
  }

  private static boolean isHostname(String text) {
    if (text.length() > 255) {
      return false;
    }
    String[] parts = text.split("\\.", -1);
    for (int i = 0; i < parts.length; i++) {
      boolean last = i == parts.length - 1 && parts.length > 1;
      String rule =
          last
              ? "[a-zA-Z\\p{L}]{2,63}"
              : "[a-zA-Z0-9\\p{S}\\p{L}]([a-zA-Z0-9\\-\\p{S}\\p{L}]{0,61}[a-zA-Z0-9\\p{S}\\p{L}])?";
      if (!parts[i].matches(rule)) {
        return false;
      }
    }
    return true;
  }

  private static boolean isBase64(String text) {
    try {
      return !text.isEmpty()
          && text.length() % 4 == 0
          && Base64.getDecoder().decode(text).length > 0;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  private static boolean isDateTime(String text) {
    return text.length() >= 19
        && text.length() < 64
        && parses(
            OffsetDateTime::parse, text.replace(' ', 'T').replace('t', 'T').replace('z', 'Z'));
  }

  private static boolean parses(Function<String, ?> parser, String text) {
    try {
      Object parsed = parser.apply(text);
      return parsed != null;
    } catch (DateTimeException e) {
      return false;
    }
  }
}
