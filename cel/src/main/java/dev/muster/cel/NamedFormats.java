package dev.muster.cel;

import dev.cel.common.types.ListType;
import dev.cel.common.types.OptionalType;
import dev.cel.common.types.SimpleType;
import dev.muster.model.names.Labels;
import dev.muster.model.names.Names;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** {@code format.dns1123Label().validate(text)}: what is wrong with a text, if anything. */
final class NamedFormats {
  private static final Typed<Format> FORMAT = Typed.opaque("kubernetes.NamedFormat", Format.class);
  private static final Pattern UUID =
      Pattern.compile("(?i)[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}");

  private NamedFormats() {}

  record Format(String name, Function<String, List<String>> faults) {}

  private static Map<String, Function<String, List<String>>> formats() {
    Map<String, Function<String, List<String>>> all = new LinkedHashMap<>();
    all.put("dns1123Label", t -> Names.label(t, false));
    all.put("dns1123Subdomain", t -> Names.subdomain(t, false));
    all.put("dns1035Label", t -> Names.label1035(t, false));
    all.put("qualifiedName", Labels::qualifiedName);
    all.put("dns1123LabelPrefix", t -> Names.label(t, true));
    all.put("dns1123SubdomainPrefix", t -> Names.subdomain(t, true));
    all.put("dns1035LabelPrefix", t -> Names.label1035(t, true));
    all.put("labelValue", Labels::value);
    all.put("uri", rule(UrlFunctions::is, "invalid URI for request"));
    all.put("uuid", rule(t -> UUID.matcher(t).matches(), "does not match the UUID format"));
    all.put("byte", rule(NamedFormats::isBase64, "invalid base64"));
    all.put("date", rule(t -> parses(LocalDate::parse, t), "invalid date"));
    all.put("datetime", rule(t -> parses(OffsetDateTime::parse, t), "invalid datetime"));
    return all;
  }

  static void addTo(Functions f) {
    Map<String, Format> named = new LinkedHashMap<>();
    formats().forEach((name, faults) -> named.put(name, new Format(name, faults)));
    named.forEach(
        (name, format) -> f.function("format." + name, "format." + name, FORMAT, () -> format));
    f.function(
        "format.named",
        "format-named",
        new Typed<>(OptionalType.create(FORMAT.type()), Optional.class),
        Typed.TEXT,
        name -> Optional.ofNullable(named.get(name)));
    f.method(
        "validate",
        "format-validate",
        new Typed<>(OptionalType.create(ListType.create(SimpleType.STRING)), Optional.class),
        FORMAT,
        Typed.TEXT,
        (format, text) -> {
          List<String> faults = format.faults().apply(text);
          return faults.isEmpty() ? Optional.empty() : Optional.of(faults);
        });
  }

  private static Function<String, List<String>> rule(Predicate<String> holds, String otherwise) {
    return text -> holds.test(text) ? List.of() : List.of(otherwise);
  }

  private static boolean isBase64(String text) {
    try {
      return !text.isEmpty() && Base64.getDecoder().decode(text).length > 0;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  private static boolean parses(Function<String, ?> parser, String text) {
    try {
      return parser.apply(text) != null;
    } catch (DateTimeException e) {
      return false;
    }
  }
}
