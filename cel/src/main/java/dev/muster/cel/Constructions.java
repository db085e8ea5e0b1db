package dev.muster.cel;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.CelMutableAst;
import dev.cel.common.ast.CelConstant;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.ast.CelMutableExpr;
import dev.cel.common.ast.CelMutableExpr.CelMutableCall;
import dev.cel.common.ast.CelMutableExpr.CelMutableMap;
import dev.cel.common.ast.CelMutableExpr.CelMutableStruct;
import dev.cel.common.ast.CelMutableExprConverter;
import dev.cel.common.ast.CelReference;
import dev.cel.common.navigation.CelNavigableMutableAst;
import dev.cel.common.navigation.CelNavigableMutableExpr;
import dev.cel.common.types.SimpleType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Makes {@code Object{a: b}} something that the interpreter can do: a call of a function with the
 * type's name and a map. The checker has seen the expression as it was written.
 */
final class Constructions {
  /** No expression can have a function of this name. */
  static final String FUNCTION = "@construct";

  private static final String OVERLOAD = "construct_string_map";
  private static final Typed<Map<?, ?>> FIELDS = fields();

  private Constructions() {}

  @SuppressWarnings({
    "unchecked",
    "rawtypes"
  }) // what the fields are is looked at by those who use them
  private static Typed<Map<?, ?>> fields() {
    return new Typed(SimpleType.DYN, Map.class);
  }

  static void addTo(Functions f) {
    f.bind(OVERLOAD, Typed.TEXT, FIELDS, Constructed::new);
  }

  /** The checked expression with calls in place of constructions. */
  static CelAbstractSyntaxTree asCalls(CelAbstractSyntaxTree checked) {
    CelMutableAst mutable = CelMutableAst.fromCelAst(checked);
    List<CelMutableExpr> structs =
        CelNavigableMutableAst.fromAst(mutable)
            .getRoot()
            .allNodes()
            .map(CelNavigableMutableExpr::expr)
            .filter(e -> e.getKind() == CelExpr.ExprKind.Kind.STRUCT)
            .filter(e -> PatchTypes.names(e.struct().messageName()))
            .toList();
    if (structs.isEmpty()) {
      return checked;
    }
    Map<Long, CelReference> references = new HashMap<>(checked.getReferenceMap());
    long next = 1 + checked.getTypeMap().keySet().stream().mapToLong(id -> id).max().orElse(0);
    for (CelMutableExpr struct : structs) {
      references.put(struct.id(), CelReference.newBuilder().addOverloadIds(OVERLOAD).build());
      next = replace(struct, next);
    }
    return CelAbstractSyntaxTree.newCheckedAst(
        CelMutableExprConverter.fromMutableExpr(mutable.expr()),
        checked.getSource(),
        references,
        checked.getTypeMap());
  }

  /** Returns the first number that is free afterwards. */
  private static long replace(CelMutableExpr expr, long free) {
    long next = free;
    CelMutableStruct struct = expr.struct();
    List<CelMutableMap.Entry> entries = new ArrayList<>();
    for (CelMutableStruct.Entry entry : struct.entries()) {
      CelMutableExpr key = CelMutableExpr.ofConstant(next++, CelConstant.ofValue(entry.fieldKey()));
      entries.add(CelMutableMap.Entry.create(next++, key, entry.value(), entry.optionalEntry()));
    }
    CelMutableExpr type =
        CelMutableExpr.ofConstant(next++, CelConstant.ofValue(struct.messageName()));
    CelMutableExpr map = CelMutableExpr.ofMap(next++, CelMutableMap.create(entries));
    expr.setCall(CelMutableCall.create(FUNCTION, type, map));
    return next;
  }
}
