package dev.muster.apiserver.authn;

import dev.muster.apiserver.authn.BoundObjects.Found;
import dev.muster.apiserver.authn.BoundObjects.Kind;
import dev.muster.authz.User;
import dev.muster.base.ServiceAccountName;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Whether a well-signed token still lives, and whose it is. */
final class TokenLife {
  /** Clocks may differ by this much, and deleted objects count for this much longer. */
  private static final Duration LEEWAY = Duration.ofMinutes(1);

  private final BoundObjects objects;

  TokenLife(BoundObjects objects) {
    this.objects = objects;
  }

  /** Why the token is no longer, or not yet, good; empty when it is. */
  Optional<String> whyDead(TokenClaims claims, Instant now) {
    if (now.minus(LEEWAY).isAfter(claims.expires())) {
      return Optional.of("service account token has expired");
    }
    if (now.plus(LEEWAY).isBefore(claims.notBefore())) {
      return Optional.of("service account token is not valid yet");
    }
    return accountGone(claims, now)
        .or(() -> claims.secret().flatMap(ref -> boundGone(Kind.SECRET, claims, ref, now)))
        .or(() -> claims.pod().flatMap(ref -> boundGone(Kind.POD, claims, ref, now)))
        .or(
            () ->
                claims
                    .node()
                    .filter(ref -> claims.pod().isEmpty())
                    .flatMap(ref -> boundGone(Kind.NODE, claims, ref, now)));
  }

  private Optional<String> accountGone(TokenClaims claims, Instant now) {
    String name = claims.account().name();
    Optional<Found> found = objects.find(Kind.SERVICE_ACCOUNT, claims.namespace(), name);
    if (found.isEmpty()) {
      return Optional.of("serviceaccounts \"" + name + "\" not found");
    }
    if (isDeleted(found.get(), now)) {
      return Optional.of(
          "service account " + claims.namespace() + "/" + name + " has been deleted");
    }
    return found.get().uid().equals(claims.account().uid())
        ? Optional.empty()
        : Optional.of(
            "service account UID (%s) does not match claim (%s)"
                .formatted(found.get().uid(), claims.account().uid()));
  }

  private Optional<String> boundGone(
      Kind kind, TokenClaims claims, TokenClaims.Ref ref, Instant now) {
    String namespace = kind == Kind.NODE ? "" : claims.namespace();
    Optional<Found> found = objects.find(kind, namespace, ref.name());
    if (found.isEmpty() || isDeleted(found.get(), now)) {
      return Optional.of("service account token has been invalidated");
    }
    if (found.get().uid().equals(ref.uid())) {
      return Optional.empty();
    }
    String mismatch =
        switch (kind) {
          case POD -> "pod UID (%s) does not match service account pod ref claim (%s)";
          case SECRET -> "secret UID (%s) does not match service account secret ref claim (%s)";
          case NODE -> "node UID (%s) does not match service account node ref claim (%s)";
          case SERVICE_ACCOUNT -> "service account UID (%s) does not match claim (%s)";
        };
    return Optional.of(mismatch.formatted(found.get().uid(), ref.uid()));
  }

  private static boolean isDeleted(Found found, Instant now) {
    return found.deleted().filter(time -> time.isBefore(now.minus(LEEWAY))).isPresent();
  }

  static User user(TokenClaims claims) {
    Map<String, List<String>> extra = new LinkedHashMap<>();
    if (!claims.id().isEmpty()) {
      extra.put(CertificateUser.CREDENTIAL_ID, List.of("JTI=" + claims.id()));
    }
    claims.node().ifPresent(ref -> put(extra, "node", ref));
    claims.pod().ifPresent(ref -> put(extra, "pod", ref));
    ServiceAccountName account =
        new ServiceAccountName(claims.namespace(), claims.account().name());
    return new User(account.userName(), claims.account().uid(), account.groups(), extra);
  }

  private static void put(Map<String, List<String>> extra, String what, TokenClaims.Ref ref) {
    extra.put("authentication.kubernetes.io/" + what + "-name", List.of(ref.name()));
    extra.put("authentication.kubernetes.io/" + what + "-uid", List.of(ref.uid()));
  }
}
