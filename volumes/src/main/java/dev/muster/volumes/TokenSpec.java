package dev.muster.volumes;

/** The token that a projected volume asks for; an empty audience is the API server's own. */
public record TokenSpec(
    String namespace,
    String serviceAccount,
    String podName,
    String podUid,
    String audience,
    long expirationSeconds) {}
