package dev.muster.cel;

import dev.cel.common.CelIssue;
import dev.cel.common.ast.CelConstant;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.values.NullValue;
import dev.cel.parser.CelMacro;
import dev.cel.parser.CelMacroExprFactory;
import dev.cel.parser.CelStandardMacro;
import java.util.List;
import java.util.Optional;

/** {@code has(a.b)}: false, rather than an error, where {@code a} is null, as in Kubernetes. */
final class PresenceMacro {
  private PresenceMacro() {}

  static CelMacro macro() {
    return CelMacro.newGlobalMacro(
        "has",
        1,
        (factory, target, arguments) -> {
          CelExpr argument = arguments.get(0);
          if (argument.exprKind().getKind() != CelExpr.ExprKind.Kind.SELECT) {
            return Optional.of(
                factory.reportError(
                    CelIssue.formatError(
                        factory.getSourceLocation(argument), "invalid argument to has() macro")));
          }
          return CelStandardMacro.HAS
              .getDefinition()
              .getExpander()
              .expandMacro(factory, target, arguments)
              .map(test -> guarded(factory, test));
        });
  }

  private static CelExpr guarded(CelMacroExprFactory factory, CelExpr test) {
    Optional<CelExpr.CelSelect> select =
        test.exprKind().getKind() == CelExpr.ExprKind.Kind.SELECT
            ? Optional.of(test.select())
            : Optional.empty();
    if (select.isEmpty()) {
      return test;
    }
    CelExpr operand = factory.newGlobalCall("dyn", List.of(factory.copy(select.get().operand())));
    CelExpr isNull =
        factory.newGlobalCall(
            "_==_",
            List.of(operand, factory.newConstant(CelConstant.ofValue(NullValue.NULL_VALUE))));
    return factory.newGlobalCall("_?_:_", List.of(isNull, factory.newBoolLiteral(false), test));
  }
}
