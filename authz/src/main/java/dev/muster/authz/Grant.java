package dev.muster.authz;

/** What allowed a request: a mode, a policy line, a binding with its role and rule. */
public interface Grant {
  /** One line for people, naming the policy that granted. */
  String describe();
}
