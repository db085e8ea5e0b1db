package dev.muster.kinds.pods.volumes;

import dev.muster.base.go.GoText;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.names.Names;
import java.util.List;

/** Names of certificate signers ({@code example.com/signer}) and of the trust bundles they keep. */
final class SignerNames {
  private static final int MAX_DOMAIN = 253;
  private static final int MAX_NAME = 571;

  private SignerNames() {}

  static void validate(At name, Errors errors) {
    String text = name.text();
    if (text.isEmpty()) {
      errors.required(name.path(), "");
      return;
    }
    String[] parts = text.split("/", -1);
    if (parts.length != 2) {
      errors.invalid(
          name, "must be a fully qualified domain and path of the form 'example.com/signer-name'");
      return;
    }
    if (parts[0].length() > MAX_DOMAIN) {
      errors.tooLong(name.path(), MAX_DOMAIN);
    }
    String[] labels = parts[0].split("\\.", -1);
    for (String label : labels) {
      if (!segment(name, parts[0], label, Names.label(label, false), errors)) {
        break;
      }
    }
    if (labels.length < 2) {
      errors.invalidText(
          name.path(), parts[0], "should be a domain with at least two segments separated by dots");
    }
    for (String label : parts[1].split("\\.", -1)) {
      if (!segment(name, parts[1], label, Names.subdomain(label, false), errors)) {
        break;
      }
    }
    if (text.length() > MAX_NAME) {
      errors.tooLong(name.path(), MAX_NAME);
    }
  }

  private static boolean segment(
      At name, String part, String label, List<String> faults, Errors errors) {
    faults.forEach(
        f ->
            errors.invalidText(
                name.path(), part, "validating label " + GoText.quote(label) + ": " + f));
    return faults.isEmpty();
  }

  /** Faults in a trust bundle's name: a plain one, or a signer's, a colon and a name. */
  static List<String> trustBundle(String name) {
    int colon = name.lastIndexOf(':');
    return Names.subdomain(name.substring(colon + 1), false);
  }
}
