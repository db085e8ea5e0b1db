package dev.muster.cel;

import com.google.re2j.Matcher;
import dev.cel.common.types.SimpleType;
import java.util.ArrayList;
import java.util.List;

/**
 * {@code find}, {@code findAll}, {@code format}, and those functions on texts that could need more
 * memory than there is.
 */
final class TextFunctions {
  private static final int MAX_LENGTH = 16 << 20;

  private TextFunctions() {}

  static void addTo(Functions functions) {
    functions.bind("matches", Typed.TEXT, Typed.TEXT, TextFunctions::matches);
    functions.bind("matches_string", Typed.TEXT, Typed.TEXT, TextFunctions::matches);
    functions.method(
        "find", "string_find_string", Typed.TEXT, Typed.TEXT, Typed.TEXT, TextFunctions::find);
    functions.method(
        "findAll",
        "string_find_all_string",
        Typed.TEXTS,
        Typed.TEXT,
        Typed.TEXT,
        (text, regex) -> findAll(text, regex, -1));
    functions.method(
        "findAll",
        "string_find_all_string_int",
        Typed.TEXTS,
        List.of(Typed.TEXT, Typed.TEXT, Typed.INT),
        a -> findAll((String) a[0], (String) a[1], (Long) a[2]));
    functions.method(
        "format",
        "string_format",
        Typed.TEXT,
        Typed.TEXT,
        Typed.list(SimpleType.DYN),
        (text, values) -> bounded(TextFormat.format(text, values, MAX_LENGTH)));
    functions.method("join", "list_join", Typed.TEXT, Typed.TEXTS, list -> join(list, ""));
    functions.method(
        "join", "list_join_string", Typed.TEXT, Typed.TEXTS, Typed.TEXT, TextFunctions::join);
    functions.method(
        "replace",
        "string_replace_string_string",
        Typed.TEXT,
        List.of(Typed.TEXT, Typed.TEXT, Typed.TEXT),
        a -> replace((String) a[0], (String) a[1], (String) a[2], -1));
    functions.method(
        "replace",
        "string_replace_string_string_int",
        Typed.TEXT,
        List.of(Typed.TEXT, Typed.TEXT, Typed.TEXT, Typed.INT),
        a -> replace((String) a[0], (String) a[1], (String) a[2], (Long) a[3]));
  }

  private static Object matches(String text, String regex) {
    return Regex.compile(regex).matcher(text).find();
  }

  private static Object find(String text, String regex) {
    Matcher matcher = Regex.compile(regex).matcher(text);
    return matcher.find() ? matcher.group() : "";
  }

  private static Object findAll(String text, String regex, long limit) {
    Matcher matcher = Regex.compile(regex).matcher(text);
    List<String> found = new ArrayList<>();
    while ((limit < 0 || found.size() < limit) && matcher.find()) {
      found.add(matcher.group());
    }
    return found;
  }

  private static Object join(List<?> list, String separator) {
    StringBuilder out = new StringBuilder();
    String between = "";
    for (Object element : list) {
      if (!(element instanceof String text)) {
        throw new FunctionFault("no such overload");
      }
      bounded(out.append(between).append(text));
      between = separator;
    }
    return out.toString();
  }

  /** An empty text is found before every character and at the end. */
  private static Object replace(String text, String old, String with, long limit) {
    StringBuilder out = new StringBuilder();
    int from = 0;
    for (long count = 0; limit < 0 || count < limit; count++) {
      int at = text.indexOf(old, old.isEmpty() && count > 0 ? after(text, from) : from);
      boolean pastEnd = old.isEmpty() && count > 0 && from >= text.length();
      if (at < 0 || pastEnd) {
        break;
      }
      bounded(out.append(text, from, at).append(with));
      from = at + old.length();
    }
    return bounded(out.append(text, from, text.length())).toString();
  }

  private static int after(String text, int index) {
    return index < text.length()
        ? index + Character.charCount(text.codePointAt(index))
        : text.length();
  }

  private static StringBuilder bounded(StringBuilder out) {
    bounded(out.length());
    return out;
  }

  private static String bounded(String out) {
    bounded(out.length());
    return out;
  }

  private static void bounded(int length) {
    if (length > MAX_LENGTH) {
      throw new FunctionFault("result longer than " + MAX_LENGTH + " characters");
    }
  }
}
