package dev.muster.cel;

import dev.cel.common.CelIssue;
import dev.cel.common.ast.CelExpr;
import dev.cel.parser.CelMacro;
import java.util.Optional;

/** {@code list.sortBy(e, e.key)}: the list in the order of keys that are made of its elements. */
final class SortByMacro {
  /** No expression can have a function of this name. */
  static final String FUNCTION = "@sortByAssociatedKeys";

  /** The list under the name that the expansion gives it. */
  static final String INPUT = "@__sortBy_input__";

  private SortByMacro() {}

  static CelMacro macro() {
    return CelMacro.newReceiverMacro(
        "sortBy",
        2,
        (factory, target, arguments) -> {
          if (!mayBeList(target)) {
            return Optional.of(
                factory.reportError(
                    CelIssue.formatError(
                        factory.getSourceLocation(target),
                        "sortBy can only be applied to a list, identifier, comprehension, call or"
                            + " select expression")));
          }
          return IterationMacros.map()
              .getExpander()
              .expandMacro(factory, factory.newIdentifier(INPUT), arguments)
              .map(
                  keys ->
                      isExpanded(keys)
                          ? factory.fold(
                              "#unused",
                              factory.newList(),
                              INPUT,
                              target,
                              factory.newBoolLiteral(false),
                              factory.newIdentifier(INPUT),
                              factory.newReceiverCall(FUNCTION, factory.newIdentifier(INPUT), keys))
                          : keys);
        });
  }

  private static boolean mayBeList(CelExpr target) {
    return switch (target.exprKind().getKind()) {
      case LIST, SELECT, IDENT, COMPREHENSION, CALL -> true;
      case CONSTANT, MAP, STRUCT, NOT_SET -> false;
    };
  }

  private static boolean isExpanded(CelExpr keys) {
    return keys.exprKind().getKind() == CelExpr.ExprKind.Kind.COMPREHENSION;
  }
}
