package dev.muster.cel;

import dev.cel.checker.CelCheckerBuilder;
import dev.cel.common.CelIssue;
import dev.cel.common.ast.CelExpr;
import dev.cel.compiler.CelCompilerLibrary;
import dev.cel.extensions.CelExtensions;
import dev.cel.parser.CelMacro;
import dev.cel.parser.CelMacroExprFactory;
import dev.cel.parser.CelParserBuilder;
import dev.cel.parser.CelStandardMacro;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Macros that name what they walk over, which refuse other names in Kubernetes' words. */
final class IterationMacros {
  private static final String NOT_A_NAME = "argument must be a simple name";
  private static final String NOT_AN_IDENTIFIER = "argument is not an identifier";

  private IterationMacros() {}

  static List<CelMacro> all() {
    List<CelMacro> macros = new ArrayList<>();
    for (CelStandardMacro macro : CelStandardMacro.values()) {
      switch (macro) {
        case HAS -> macros.add(PresenceMacro.macro());
        case MAP, MAP_FILTER, FILTER ->
            macros.add(checked(macro.getDefinition(), 1, NOT_AN_IDENTIFIER));
        case ALL, EXISTS, EXISTS_ONE, EXISTS_ONE_NEW ->
            macros.add(checked(macro.getDefinition(), 1, NOT_A_NAME));
      }
    }
    for (CelMacro macro : CelExtensions.comprehensions().macros()) {
      macros.add(checked(macro, 2, NOT_A_NAME));
    }
    macros.add(SortByMacro.macro());
    return macros;
  }

  /** What comprehensions with two variables need, without the macros that are here. */
  static CelCompilerLibrary functions() {
    return new CelCompilerLibrary() {
      @Override
      public void setParserOptions(CelParserBuilder parser) {}

      @Override
      public void setCheckerOptions(CelCheckerBuilder checker) {
        CelExtensions.comprehensions().setCheckerOptions(checker);
      }
    };
  }

  /** {@code list.map(e, value)}. */
  static CelMacro map() {
    return checked(CelStandardMacro.MAP.getDefinition(), 1, NOT_AN_IDENTIFIER);
  }

  /**
   * The macro, once it is sure that its first arguments are names.
   *
   * @param names how many
   */
  private static CelMacro checked(CelMacro macro, int names, String fault) {
    return CelMacro.newReceiverMacro(
        macro.getFunction(),
        arguments(macro),
        (factory, target, arguments) ->
            fault(factory, arguments.subList(0, names), fault)
                .or(() -> macro.getExpander().expandMacro(factory, target, arguments)));
  }

  /** Keys are {@code name:count:receiver}. */
  private static int arguments(CelMacro macro) {
    String key = macro.getKey();
    int end = key.lastIndexOf(':');
    return Integer.parseInt(key.substring(key.lastIndexOf(':', end - 1) + 1, end));
  }

  private static Optional<CelExpr> fault(
      CelMacroExprFactory factory, List<CelExpr> names, String fault) {
    List<String> seen = new ArrayList<>();
    for (CelExpr name : names) {
      if (name.exprKind().getKind() != CelExpr.ExprKind.Kind.IDENT) {
        return Optional.of(report(factory, name, fault));
      }
      String text = name.ident().name();
      if (seen.contains(text)) {
        return Optional.of(report(factory, name, "duplicate variable name: " + text));
      }
      if (text.equals(factory.getAccumulatorVarName()) || text.equals("__result__")) {
        return Optional.of(
            report(factory, name, "iteration variable overwrites accumulator variable"));
      }
      seen.add(text);
    }
    return Optional.empty();
  }

  private static CelExpr report(CelMacroExprFactory factory, CelExpr at, String fault) {
    return factory.reportError(CelIssue.formatError(factory.getSourceLocation(at), fault));
  }
}
