package dev.muster.apiserver.controllers;

import dev.muster.pki.BadCertificateException;
import dev.muster.pki.CertificateRequest;
import java.time.Duration;
import java.util.Collection;

/** Makes certificates of requests. */
@FunctionalInterface
public interface CertificateIssuer {
  /**
   * The certificate as PEM.
   *
   * @throws BadCertificateException if the request's key is none that can be used
   */
  String sign(CertificateRequest request, Collection<String> usages, Duration life)
      throws BadCertificateException;
}
