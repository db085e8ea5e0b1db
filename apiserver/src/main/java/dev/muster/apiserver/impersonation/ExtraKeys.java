package dev.muster.apiserver.impersonation;

import dev.muster.authz.Problems;
import dev.muster.base.go.GoText;
import dev.muster.model.field.Errors;
import dev.muster.model.field.FieldError;
import dev.muster.model.field.Path;
import dev.muster.model.names.Names;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Which extra values can be impersonated under constraints: keys need a domain. */
final class ExtraKeys {
  private static final String PATH = "[A-Za-z0-9/\\-._~%!$&'()*+,;=:]+";
  private static final Pattern PATH_PATTERN = Pattern.compile(PATH);

  private ExtraKeys() {}

  static Optional<String> fault(Map<String, List<String>> extra) {
    for (Map.Entry<String, List<String>> one : extra.entrySet()) {
      Optional<String> fault = fault(one.getKey(), one.getValue());
      if (fault.isPresent()) {
        return fault;
      }
    }
    return Optional.empty();
  }

  private static Optional<String> fault(String key, List<String> values) {
    if (key.isEmpty()) {
      return Optional.of("impersonating the empty string key in extra is not allowed");
    }
    Errors errors = new Errors();
    checkDomain(key, errors);
    if (!errors.isEmpty()) {
      return Optional.of(
          "impersonating an invalid key in extra is not allowed: "
              + Problems.join(errors.list().stream().map(FieldError::toString).toList()));
    }
    if (!key.equals(key.toLowerCase(Locale.ROOT))) {
      return Optional.of(
          "impersonating a non-lowercase key in extra is not allowed: " + GoText.quote(key));
    }
    if (values.isEmpty()) {
      return Optional.of("impersonating empty values in extra is not allowed");
    }
    return values.contains("")
        ? Optional.of("impersonating the empty string value in extra is not allowed")
        : Optional.empty();
  }

  private static void checkDomain(String key, Errors errors) {
    Path at = Path.of("extra", "key");
    int slash = key.indexOf('/');
    if (slash <= 0 || slash == key.length() - 1) {
      errors.invalidText(at, key, "must be a domain-prefixed path (such as \"acme.io/foo\")");
      return;
    }
    String host = key.substring(0, slash);
    Names.subdomain(host, false).forEach(fault -> errors.invalidText(at, host, fault));
    String path = key.substring(slash + 1);
    if (!PATH_PATTERN.matcher(path).matches()) {
      errors.invalidText(at, path, "Invalid path (regex used for validation is '" + PATH + "')");
    }
  }
}
