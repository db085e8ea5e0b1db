package dev.muster.cel;

import dev.cel.compiler.CelCompiler;

/**
 * Conditions on a SubjectAccessReview: a truth about the variable {@code request}, its spec in
 * version v1. Thread-safe.
 */
public final class ReviewExpressions {
  private static final CelCompiler COMPILER =
      ExpressionCompiler.builder()
          .setTypeProvider(new ReviewTypes())
          .addVar("request", ReviewTypes.SPEC)
          .build();

  private ReviewExpressions() {}

  public static Compilation compile(String text) {
    return ExpressionCompiler.compile(COMPILER, text, ResultType.BOOL);
  }
}
