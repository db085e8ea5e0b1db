package dev.muster.apiserver.authn;

import dev.muster.http.Exchange;
import dev.muster.pki.Pki;
import java.security.GeneralSecurityException;
import java.security.cert.CertPathBuilder;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateParsingException;
import java.security.cert.CollectionCertStoreParameters;
import java.security.cert.PKIXBuilderParameters;
import java.security.cert.PKIXCertPathBuilderResult;
import java.security.cert.TrustAnchor;
import java.security.cert.X509CertSelector;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/**
 * Client certificates: the common name is the user, the organizations are the groups. A certificate
 * counts when one of the authorities vouches for it, each certificate from it to the authority is
 * valid now, the authority's own included, and all may be used by clients.
 */
public final class ClientCertificates implements Authenticator {
  private static final String CLIENT_AUTH = "1.3.6.1.5.5.7.3.2";
  private static final String ANY_USAGE = "2.5.29.37.0";
  private static final int REMEMBERED = 4096;

  private final Set<TrustAnchor> authorities;
  private final Clock clock;

  /** Certificates found good, with the time until which they are; checking one is dear. */
  private final Map<X509Certificate, Good> good = new ConcurrentHashMap<>();

  private record Good(Result result, Instant until) {}

  public ClientCertificates(List<X509Certificate> authorities, Clock clock) {
    this.authorities =
        authorities.stream()
            .map(authority -> new TrustAnchor(authority, null))
            .collect(Collectors.toUnmodifiableSet());
    this.clock = clock;
  }

  @Override
  public Result authenticate(Exchange exchange) {
    List<X509Certificate> chain = exchange.clientCertificates();
    if (chain.isEmpty()) {
      return new Result.NoCredentials();
    }
    Instant now = clock.instant();
    Good known = good.get(chain.getFirst());
    if (known != null && now.isBefore(known.until())) {
      return known.result();
    }
    return verify(chain, now);
  }

  private Result verify(List<X509Certificate> chain, Instant now) {
    X509Certificate own = chain.getFirst();
    if (!isValid(own, now)) {
      return refused(
          own,
          "certificate has expired or is not yet valid: it is good from "
              + own.getNotBefore().toInstant()
              + " to "
              + own.getNotAfter().toInstant());
    }
    List<X509Certificate> path;
    try {
      path = path(chain, now);
    } catch (CertPathBuilderException e) {
      Throwable cause = e.getCause() == null ? e : e.getCause();
      return refused(own, String.valueOf(cause.getMessage()));
    } catch (GeneralSecurityException e) {
      return refused(own, String.valueOf(e.getMessage()));
    }
    Instant until = now.plus(Duration.ofDays(1));
    for (X509Certificate certificate : path) {
      if (!mayBeUsedByClients(certificate)) {
        return refused(own, "certificate specifies an incompatible key usage");
      }
      Instant end = certificate.getNotAfter().toInstant();
      until = end.isBefore(until) ? end : until;
    }
    // INVARIANT: a node that names an API server's address as its own gains nothing by it
    if (CertificateUser.of(own).filter(user -> user.name().equals(Pki.NODE_CLIENT)).isPresent()) {
      return refused(own, "certificate is for the way to nodes");
    }
    Result result =
        CertificateUser.of(own)
            .<Result>map(Result.Authenticated::new)
            .orElseGet(Result.NoCredentials::new);
    if (good.size() >= REMEMBERED) {
      good.clear();
    }
    good.put(own, new Good(result, until));
    return result;
  }

  private static boolean isValid(X509Certificate certificate, Instant now) {
    return !now.isBefore(certificate.getNotBefore().toInstant())
        && !now.isAfter(certificate.getNotAfter().toInstant());
  }

  /** From the client's own certificate to that of the authority, inclusive. */
  private List<X509Certificate> path(List<X509Certificate> chain, Instant now)
      throws GeneralSecurityException {
    // whoever builds paths looks at every certificate's time but the authority's
    Set<TrustAnchor> valid =
        authorities.stream()
            .filter(authority -> isValid(authority.getTrustedCert(), now))
            .collect(Collectors.toUnmodifiableSet());
    if (valid.isEmpty()) {
      throw new CertPathBuilderException(
          "certificate signed by an authority that has expired or is not yet valid");
    }
    X509CertSelector own = new X509CertSelector();
    own.setCertificate(chain.getFirst());
    PKIXBuilderParameters parameters = new PKIXBuilderParameters(valid, own);
    parameters.addCertStore(
        CertStore.getInstance("Collection", new CollectionCertStoreParameters(chain)));
    parameters.setDate(Date.from(now));
    parameters.setRevocationEnabled(false);
    PKIXCertPathBuilderResult built =
        (PKIXCertPathBuilderResult) CertPathBuilder.getInstance("PKIX").build(parameters);
    List<X509Certificate> path = new ArrayList<>();
    for (Certificate one : built.getCertPath().getCertificates()) {
      path.add((X509Certificate) one);
    }
    path.add(built.getTrustAnchor().getTrustedCert());
    return path;
  }

  private static boolean mayBeUsedByClients(X509Certificate certificate) {
    try {
      List<String> usages = certificate.getExtendedKeyUsage();
      return usages == null || usages.contains(CLIENT_AUTH) || usages.contains(ANY_USAGE);
    } catch (CertificateParsingException e) {
      return false;
    }
  }

  private static Result refused(X509Certificate certificate, String why) {
    return new Result.Refused(
        "verifying certificate SN=" + certificate.getSerialNumber() + " failed: " + why);
  }
}
