package dev.muster.cel;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.navigation.CelNavigableExpr;
import dev.cel.common.types.CelType;
import dev.cel.common.types.CelTypes;
import dev.cel.common.types.OptionalType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Lists and maps that are written out hold values of one type, but for what is handed to {@code
 * format}.
 */
final class HomogeneousLiterals {
  private static final String EXEMPT = "format";

  private final CelAbstractSyntaxTree tree;
  private final List<LiteralChecks.Fault> faults = new ArrayList<>();

  private HomogeneousLiterals(CelAbstractSyntaxTree tree) {
    this.tree = tree;
  }

  static List<LiteralChecks.Fault> faults(
      CelAbstractSyntaxTree tree, List<CelNavigableExpr> nodes) {
    HomogeneousLiterals literals = new HomogeneousLiterals(tree);
    for (CelNavigableExpr node : nodes) {
      CelExpr expr = node.expr();
      CelExpr.ExprKind.Kind kind = expr.exprKind().getKind();
      if (kind == CelExpr.ExprKind.Kind.LIST && !isExempt(node)) {
        literals.check(expr.list());
      } else if (kind == CelExpr.ExprKind.Kind.MAP && !isExempt(node)) {
        literals.check(expr.map());
      }
    }
    return literals.faults;
  }

  private static boolean isExempt(CelNavigableExpr node) {
    for (Optional<CelNavigableExpr> above = node.parent();
        above.isPresent();
        above = above.get().parent()) {
      CelExpr expr = above.get().expr();
      if (expr.exprKind().getKind() == CelExpr.ExprKind.Kind.CALL
          && expr.call().function().equals(EXEMPT)) {
        return true;
      }
    }
    return false;
  }

  private void check(CelExpr.CelList list) {
    CelType first = null;
    for (int i = 0; i < list.elements().size(); i++) {
      CelExpr element = list.elements().get(i);
      CelType type = type(element, list.optionalIndices().contains(i));
      if (first == null) {
        first = type;
      } else if (differs(element, first, type)) {
        return;
      }
    }
  }

  private void check(CelExpr.CelMap map) {
    CelType firstKey = null;
    CelType firstValue = null;
    for (CelExpr.CelMap.Entry entry : map.entries()) {
      CelType key = type(entry.key(), false);
      CelType value = type(entry.value(), entry.optionalEntry());
      if (firstKey == null || firstValue == null) {
        firstKey = key;
        firstValue = value;
      } else {
        boolean unused = differs(entry.key(), firstKey, key);
        unused = differs(entry.value(), firstValue, value);
      }
    }
  }

  private @Nullable CelType type(CelExpr expr, boolean optional) {
    CelType type = tree.getType(expr.id()).orElse(null);
    return optional && type instanceof OptionalType ? type.parameters().getFirst() : type;
  }

  private boolean differs(CelExpr at, CelType expected, @Nullable CelType found) {
    if (found == null || expected.equals(found)) {
      return false;
    }
    LiteralChecks.place(tree, at)
        .ifPresent(
            place ->
                faults.add(
                    new LiteralChecks.Fault(
                        place,
                        "expected type '%s' but found '%s'"
                            .formatted(CelTypes.format(expected), CelTypes.format(found)))));
    return true;
  }
}
