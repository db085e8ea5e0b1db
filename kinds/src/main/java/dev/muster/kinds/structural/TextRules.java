package dev.muster.kinds.structural;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.cel.Regex;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What a text must be. The first fault is told.
 *
 * @param most characters; negative for any number
 */
record TextRules(
    long least, long most, String pattern, @Nullable Predicate<String> matching, String format) {

  static @Nullable TextRules of(JsonNode schema) {
    String pattern = schema.path("pattern").asText();
    String format = Formats.known(schema.path("format").asText());
    boolean bounded = schema.hasNonNull("minLength") || schema.hasNonNull("maxLength");
    if (pattern.isEmpty() && format.isEmpty() && !bounded) {
      return null;
    }
    return new TextRules(
        schema.path("minLength").asLong(0),
        schema.path("maxLength").asLong(-1),
        pattern,
        pattern.isEmpty() ? null : Regex.finder(pattern),
        format);
  }

  void check(String text, ValuePlace at, Verdict verdict) {
    long length = text.codePointCount(0, text.length());
    if (most >= 0 && length > most) {
      verdict.add(ValueFault.limit(ValueFault.Kind.TOO_LONG, at.toString(), length, most));
    } else if (length < least) {
      invalid(text, at, "should be at least " + least + " chars long", verdict);
    } else if (matching != null && !matching.test(text)) {
      invalid(text, at, "should match '" + pattern + "'", verdict);
    }
    if (!format.isEmpty() && !Formats.fits(format, text)) {
      verdict.add(
          new ValueFault(
              ValueFault.Kind.TYPE,
              at.toString(),
              ValueSchema.quoted(text),
              at + " in body must be of type " + format + ": " + ValueSchema.quoted(text),
              0,
              List.of()));
    } else {
      verdict.pass();
    }
  }

  private static void invalid(String text, ValuePlace at, String detail, Verdict verdict) {
    verdict.add(
        ValueFault.invalid(at.toString(), ValueSchema.quoted(text), at + " in body " + detail));
  }
}
