package dev.muster.apiserver.plugins;

/** What a module that fails has decided, in the words of Kubernetes' authorization webhooks. */
public enum FailurePolicy {
  /** It may have meant to deny: the request is refused. */
  Deny,
  /** Nothing: the modes after it decide. */
  NoOpinion
}
