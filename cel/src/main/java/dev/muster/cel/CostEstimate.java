package dev.muster.cel;

import dev.cel.common.CelAbstractSyntaxTree;

/** What an expression may cost at most, found from its text and the sizes that a schema allows. */
final class CostEstimate {
  CostEstimate(CelAbstractSyntaxTree tree, DeclaredType self) {}

  long most() {
    return 0;
  }
}
