package dev.muster.authz;

/** Decides one request. Thread-safe, never throws for a denial. */
@FunctionalInterface
public interface Authorizer {
  /** Decides one request. */
  Decision authorize(Attributes request);
}
