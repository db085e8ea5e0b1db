package dev.muster.cel;

import dev.cel.common.types.SimpleType;
import dev.cel.compiler.CelCompiler;
import java.util.Optional;

/** Expressions that select devices: a truth about the variable {@code device}. */
public final class DeviceExpressions {
  private static final CelCompiler COMPILER =
      ExpressionCompiler.builder().addVar("device", SimpleType.DYN).build();

  private DeviceExpressions() {}

  /** What is wrong with an expression, in Kubernetes' words. */
  public static Optional<String> fault(String text) {
    return switch (ExpressionCompiler.compile(COMPILER, text, ResultType.ANY)) {
      case Compilation.Refused refused -> Optional.of(refused.detail());
      case Compilation.Compiled compiled -> {
        var type = compiled.expression().type();
        yield type.equals(SimpleType.BOOL) || type.equals(SimpleType.DYN)
            ? Optional.empty()
            : Optional.of("must evaluate to bool or the unknown type, not " + TypeNames.of(type));
      }
    };
  }
}
