package dev.muster.authz.rbac;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A role with its rules ready for matching; or, for a role that does not exist, none. */
final class CompiledRole {
  static final CompiledRole MISSING = new CompiledRole(null, new CompiledRules(List.of()));

  private final RbacObject.@Nullable AnyRole source;
  private final CompiledRules rules;

  CompiledRole(RbacObject.@Nullable AnyRole source, CompiledRules rules) {
    this.source = source;
    this.rules = rules;
  }

  RbacObject.@Nullable AnyRole source() {
    return source;
  }

  CompiledRules rules() {
    return rules;
  }
}
