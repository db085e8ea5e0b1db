package dev.muster.apiserver.authn.jwt;

import java.time.Duration;

/** Is told what becomes of tokens and of their issuers' keys. Thread-safe. */
public interface JwtObserver {
  /** A token that names this issuer was judged. */
  void judged(String issuer, boolean accepted, Duration took);

  void keysFetched(String issuer, byte[] keySet);

  void keysNotFetched(String issuer);
}
