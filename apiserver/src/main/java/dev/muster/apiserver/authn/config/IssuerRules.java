package dev.muster.apiserver.authn.config;

import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.field.Path;
import dev.muster.pki.Pem;
import dev.muster.pki.PkiException;
import dev.muster.pki.Trust;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What the issuer of tokens must look like. */
final class IssuerRules {
  private static final String MATCH_ANY = "MatchAny";
  private static final java.nio.file.Path HERE = java.nio.file.Path.of("certificateAuthority");

  private IssuerRules() {}

  static void validate(At issuer, Collection<String> disallowed, Errors errors) {
    At url = issuer.get("url");
    if (url.empty()) {
      errors.required(url.path(), "");
    } else {
      validateUrl(url, disallowed, errors);
    }
    At discoveryUrl = issuer.get("discoveryURL");
    if (!discoveryUrl.empty()) {
      if (!url.empty() && trimmed(url.text()).equals(trimmed(discoveryUrl.text()))) {
        errors.invalid(discoveryUrl, "discoveryURL must be different from URL");
      }
      validateUrl(discoveryUrl, List.of(), errors);
    }
    validateAudiences(issuer, errors);
    At authority = issuer.get("certificateAuthority");
    if (!authority.empty() && trust(authority.text()) == null) {
      errors.invalidText(
          authority.path(),
          "<omitted>",
          "data does not contain any valid RSA or ECDSA certificates");
    }
    At egress = issuer.get("egressSelectorType");
    if (!egress.empty() && !List.of("controlplane", "cluster").contains(egress.text())) {
      errors.invalid(egress, "egress selector must be either controlplane or cluster");
    }
  }

  private static String trimmed(String url) {
    int end = url.length();
    while (end > 0 && url.charAt(end - 1) == '/') {
      end--;
    }
    return url.substring(0, end);
  }

  private static void validateUrl(At url, Collection<String> disallowed, Errors errors) {
    if (disallowed.contains(url.text())) {
      errors.invalid(
          url,
          "URL must not overlap with disallowed issuers: ["
              + String.join(" ", new TreeSet<>(disallowed))
              + "]");
    }
    GoUrl read = GoUrl.parse(url.text());
    if (read.fault().isPresent()) {
      errors.invalid(url, read.fault().get());
      return;
    }
    if (!read.scheme().equals("https")) {
      errors.invalid(url, "URL scheme must be https");
    }
    if (read.withUser()) {
      errors.invalid(url, "URL must not contain a username or password");
    }
    if (!read.query().isEmpty()) {
      errors.invalid(url, "URL must not contain a query");
    }
    if (!read.fragment().isEmpty()) {
      errors.invalid(url, "URL must not contain a fragment");
    }
  }

  private static void validateAudiences(At issuer, Errors errors) {
    At audiences = issuer.get("audiences");
    if (audiences.size() == 0) {
      errors.required(audiences.path(), "at least one " + audiences.path() + " is required");
      return;
    }
    Set<String> seen = new HashSet<>();
    for (At audience : audiences.each()) {
      if (audience.empty()) {
        errors.required(audience.path(), "");
      }
      if (!seen.add(audience.text())) {
        errors.duplicate(audience);
      }
    }
    String policy = issuer.text("audienceMatchPolicy");
    Path at = issuer.path().child("audienceMatchPolicy");
    if (audiences.size() > 1 && !policy.equals(MATCH_ANY)) {
      errors.invalidText(at, policy, "audienceMatchPolicy must be MatchAny for multiple audiences");
    }
    if (audiences.size() == 1 && !policy.isEmpty() && !policy.equals(MATCH_ANY)) {
      errors.invalidText(
          at, policy, "audienceMatchPolicy must be empty or MatchAny for single audience");
    }
  }

  /** Whom an issuer's certificate must be from; null if the text has no good certificates. */
  static @Nullable Trust trust(String pem) {
    if (pem.isEmpty()) {
      return new Trust.Machine();
    }
    try {
      return new Trust.Authorities(Pem.certificates(pem, HERE, ""));
    } catch (PkiException e) {
      return null;
    }
  }
}
