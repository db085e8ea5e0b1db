package dev.muster.kinds.meta;

import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.names.Names;
import java.util.Collection;
import java.util.regex.Pattern;

/** Small rules that many kinds share. */
public final class References {
  private static final Pattern HTTP_PATH = Pattern.compile("[A-Za-z0-9/\\-._~%!$&'()*+,;=:]+");

  private References() {}

  /** Finds fault with texts that are absent or empty. */
  public static void validateRequired(Errors errors, At... texts) {
    for (At text : texts) {
      if (text.text().isEmpty()) {
        errors.required(text.path(), "");
      }
    }
  }

  /** Finds fault with a text that is given and not one of those known. */
  public static void validateOneOf(At value, Collection<String> known, Errors errors) {
    if (value.present() && !known.contains(value.text())) {
      errors.unsupported(value, known);
    }
  }

  /** Finds fault with what cannot stand between slashes in a path. */
  public static void validateSegment(At value, boolean required, Errors errors) {
    if (!value.text().isEmpty()) {
      Names.pathSegment(value.text(), false).forEach(fault -> errors.invalid(value, fault));
    } else if (required) {
      errors.required(value.path(), "");
    }
  }

  /** Finds fault with what is not a domain, a slash and a path. */
  public static void validateDomainPath(At value, Errors errors) {
    String text = value.text();
    int slash = text.indexOf('/');
    if (text.isEmpty()) {
      errors.required(value.path(), "");
    } else if (slash <= 0 || slash == text.length() - 1) {
      errors.invalid(value, "must be a domain-prefixed path (such as \"acme.io/foo\")");
    } else {
      String domain = text.substring(0, slash);
      String path = text.substring(slash + 1);
      Names.subdomain(domain, false).forEach(f -> errors.invalidText(value.path(), domain, f));
      if (!HTTP_PATH.matcher(path).matches()) {
        errors.invalidText(
            value.path(), path, "Invalid path (regex used for validation is '" + HTTP_PATH + "')");
      }
    }
  }
}
