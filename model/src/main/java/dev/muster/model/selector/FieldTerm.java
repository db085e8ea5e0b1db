package dev.muster.model.selector;

import dev.muster.model.status.ApiException;
import dev.muster.model.status.Status;
import java.util.ArrayList;
import java.util.List;

/** One condition of a field selector: that a field has, or has not, a value. */
public record FieldTerm(String field, boolean negated, String value) {

  /**
   * The terms in alphabetical order of their text. Commas, equal signs and backslashes in values
   * are escaped by a backslash.
   *
   * @throws ApiException with code 400 and the fault
   */
  public static List<FieldTerm> parse(String text) {
    List<FieldTerm> out = new ArrayList<>();
    for (String part : split(text).stream().sorted().toList()) {
      if (!part.isEmpty()) {
        out.add(term(part, text));
      }
    }
    return out;
  }

  private static List<String> split(String text) {
    List<String> parts = new ArrayList<>();
    int start = 0;
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) == '\\') {
        i++;
      } else if (text.charAt(i) == ',') {
        parts.add(text.substring(start, i));
        start = i + 1;
      }
    }
    parts.add(text.substring(start));
    return parts;
  }

  private static FieldTerm term(String part, String whole) {
    for (int i = 0; i < part.length(); i++) {
      boolean not = part.startsWith("!=", i);
      if (not || part.charAt(i) == '=') {
        int length = not || part.startsWith("==", i) ? 2 : 1;
        return new FieldTerm(part.substring(0, i), not, unescaped(part.substring(i + length)));
      }
    }
    throw fault("invalid selector: '" + whole + "'; can't understand '" + part + "'");
  }

  private static String unescaped(String value) {
    StringBuilder out = new StringBuilder(value.length());
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c == ',' || c == '=') {
        throw fault("invalid field selector: unescaped character in value: " + (int) c);
      }
      if (c == '\\') {
        i++;
        char escaped = i < value.length() ? value.charAt(i) : 0;
        if (escaped != '\\' && escaped != ',' && escaped != '=') {
          throw fault(
              "invalid field selector: invalid escape sequence: \\"
                  + (i < value.length() ? String.valueOf(escaped) : ""));
        }
        c = escaped;
      }
      out.append(c);
    }
    return out.toString();
  }

  private static ApiException fault(String message) {
    return Status.badRequest(message).exception();
  }

  @Override
  public String toString() {
    String escaped = value.replace("\\", "\\\\").replace(",", "\\,").replace("=", "\\=");
    return field + (negated ? "!=" : "=") + escaped;
  }
}
