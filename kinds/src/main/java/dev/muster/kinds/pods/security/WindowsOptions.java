package dev.muster.kinds.pods.security;

import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.names.Names;
import dev.muster.views.CoreV1.WindowsCredentials;
import dev.muster.views.CoreV1.WindowsSecurityContextOptions;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.regex.Pattern;

/** Windows' part of a security context: group managed accounts, the user's name. */
final class WindowsOptions {
  private static final int MAX_SPEC_KIB = 64;
  private static final int MAX_DOMAIN = 256;
  private static final int MAX_USER = 104;
  private static final Pattern CONTROL = Pattern.compile("[\\x00-\\x1f\\x7f]");
  private static final Pattern NETBIOS = Pattern.compile("[^\\\\/:*?\"<>|.][^\\\\/:*?\"<>|]{0,14}");
  private static final Pattern DNS_LABEL =
      Pattern.compile("[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?");
  private static final Pattern FORBIDDEN = Pattern.compile("[\"/\\\\:;|=,+*?<>@\\[\\]]");
  private static final Pattern DOTS_AND_SPACES = Pattern.compile("[. ]+");

  private WindowsOptions() {}

  static void validate(WindowsSecurityContextOptions options, Errors errors) {
    At specName = options.gmsaCredentialSpecName();
    if (specName.present()) {
      Names.subdomain(specName.text(), false).forEach(f -> errors.invalid(specName, f));
    }
    At spec = options.gmsaCredentialSpec();
    if (spec.present()) {
      if (spec.empty()) {
        errors.invalid(spec, "gmsaCredentialSpec cannot be an empty string");
      } else if (bytes(spec.text()) > MAX_SPEC_KIB * 1024) {
        errors.invalid(spec, "gmsaCredentialSpec size must be under " + MAX_SPEC_KIB + " KiB");
      }
    }
    At user = options.runAsUserName();
    if (user.present()) {
      userName(user, errors);
    }
  }

  /** The part of a security context that names a config map with a credential spec. */
  static void validateCredentials(WindowsCredentials credentials, Errors errors) {
    At config = credentials.credentialSpecConfig();
    if (config.present()) {
      Names.subdomain(config.text(), false).forEach(f -> errors.invalid(config, f));
    }
  }

  private static void userName(At name, Errors errors) {
    String text = name.text();
    String[] parts = text.split("\\\\", -1);
    if (text.isEmpty()) {
      errors.invalid(name, "runAsUserName cannot be an empty string");
    } else if (CONTROL.matcher(text).find()) {
      errors.invalid(name, "runAsUserName cannot contain control characters");
    } else if (parts.length > 2) {
      errors.invalid(name, "runAsUserName cannot contain more than one backslash");
    } else {
      if (parts.length == 2) {
        domain(name, parts[0], errors);
      }
      user(name, parts[parts.length - 1], errors);
    }
  }

  private static void domain(At name, String domain, Errors errors) {
    if (bytes(domain) >= MAX_DOMAIN) {
      errors.invalid(
          name, "runAsUserName's Domain length must be under " + MAX_DOMAIN + " characters");
    }
    if (!NETBIOS.matcher(domain).matches() && !isDnsName(domain)) {
      errors.invalid(name, "runAsUserName's Domain doesn't match the NetBios nor the DNS format");
    }
  }

  private static boolean isDnsName(String domain) {
    return Arrays.stream(domain.split("\\.", -1)).allMatch(l -> DNS_LABEL.matcher(l).matches());
  }

  private static void user(At name, String user, Errors errors) {
    if (user.isEmpty()) {
      errors.invalid(name, "runAsUserName's User cannot be empty");
    } else if (bytes(user) > MAX_USER) {
      errors.invalid(
          name, "runAsUserName's User length must not be longer than " + MAX_USER + " characters");
    }
    if (DOTS_AND_SPACES.matcher(user).matches()) {
      errors.invalid(name, "runAsUserName's User cannot contain only periods or spaces");
    }
    if (FORBIDDEN.matcher(user).find()) {
      errors.invalid(
          name, "runAsUserName's User cannot contain the following characters: \"/\\:;|=,+*?<>@[]");
    }
  }

  private static int bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }
}
