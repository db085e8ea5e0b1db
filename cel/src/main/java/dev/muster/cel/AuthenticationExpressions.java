package dev.muster.cel;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.CelValidationException;
import dev.cel.common.ast.CelConstant;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.ast.CelExpr.ExprKind.Kind;
import dev.cel.common.navigation.CelNavigableAst;
import dev.cel.common.types.CelType;
import dev.cel.common.types.MapType;
import dev.cel.common.types.SimpleType;
import dev.cel.compiler.CelCompiler;
import java.util.List;

/**
 * Expressions of an AuthenticationConfiguration: on {@code claims}, what a token says, and on
 * {@code user}, whom it was found to stand for. Thread-safe.
 */
public final class AuthenticationExpressions {
  public static final String CLAIMS = "claims";
  public static final String USER = "user";

  private static final CelCompiler OF_CLAIMS =
      compiler(CLAIMS, MapType.create(SimpleType.STRING, SimpleType.DYN));
  private static final CelCompiler OF_USERS = compiler(USER, AdmissionTypes.USER);

  private AuthenticationExpressions() {}

  private static CelCompiler compiler(String variable, CelType type) {
    return ExpressionCompiler.builder().addVar(variable, type).build();
  }

  /** A value made of claims, of whatever type: only a token tells. */
  public static Compilation mapping(String text) {
    return ExpressionCompiler.compile(OF_CLAIMS, text, ResultType.ANY);
  }

  /** A truth about claims. */
  public static Compilation claimRule(String text) {
    return truth(OF_CLAIMS, text);
  }

  /** A truth about a user. */
  public static Compilation userRule(String text) {
    return truth(OF_USERS, text);
  }

  private static Compilation truth(CelCompiler compiler, String text) {
    Compilation compilation = ExpressionCompiler.compile(compiler, text, ResultType.ANY);
    return compilation instanceof Compilation.Compiled good
            && !good.expression().type().equals(SimpleType.BOOL)
        ? new Compilation.Refused("must evaluate to bool")
        : compilation;
  }

  /** Whether an expression that compiles reads {@code claims.name}, or asks whether it is there. */
  public static boolean readsClaim(String text, String name) {
    try {
      CelAbstractSyntaxTree tree = OF_CLAIMS.parse(text).getAst();
      return CelNavigableAst.fromAst(tree)
          .getRoot()
          .allNodes()
          .anyMatch(node -> readsClaim(node.expr(), name));
    } catch (CelValidationException e) {
      return false;
    }
  }

  private static boolean readsClaim(CelExpr expression, String name) {
    return switch (expression.exprKind().getKind()) {
      case SELECT ->
          isClaims(expression.select().operand()) && expression.select().field().equals(name);
      case CALL -> {
        List<CelExpr> operands = expression.call().args();
        yield expression.call().function().equals("_?._")
            && operands.size() == 2
            && isClaims(operands.getFirst())
            && isText(operands.getLast(), name);
      }
      case COMPREHENSION, CONSTANT, IDENT, LIST, MAP, NOT_SET, STRUCT -> false;
    };
  }

  private static boolean isClaims(CelExpr expression) {
    return expression.exprKind().getKind() == Kind.IDENT
        && expression.ident().name().equals(CLAIMS);
  }

  private static boolean isText(CelExpr expression, String text) {
    return expression.exprKind().getKind() == Kind.CONSTANT
        && expression.constant().getKind() == CelConstant.Kind.STRING_VALUE
        && expression.constant().stringValue().equals(text);
  }
}
