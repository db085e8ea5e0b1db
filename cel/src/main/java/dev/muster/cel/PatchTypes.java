package dev.muster.cel;

import com.google.common.collect.ImmutableCollection;
import com.google.common.collect.ImmutableSet;
import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.CelValidationResult;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.navigation.CelNavigableAst;
import dev.cel.common.navigation.CelNavigableExpr;
import dev.cel.common.types.CelType;
import dev.cel.common.types.CelTypeProvider;
import dev.cel.common.types.ListType;
import dev.cel.common.types.OpaqueType;
import dev.cel.common.types.SimpleType;
import dev.cel.common.types.StructType;
import dev.cel.common.types.StructTypeReference;
import dev.cel.compiler.CelCompiler;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The types that mutations are made of: {@code Object}, {@code Object.spec} and so on, whose fields
 * can have any name and are of any type, and {@code JSONPatch}.
 */
final class PatchTypes implements CelTypeProvider {
  static final String OBJECT = "Object";
  static final String JSON_PATCH = "JSONPatch";
  static final CelType OBJECT_TYPE = StructTypeReference.create(OBJECT);
  static final CelType JSON_PATCHES = ListType.create(StructTypeReference.create(JSON_PATCH));

  /** The type of a field that there is not: nothing is assignable to it. */
  private static final CelType NOTHING = OpaqueType.create("");

  /** The names in the expression that this thread checks: a type has to name its fields. */
  private static final ThreadLocal<ImmutableSet<String>> NAMES =
      ThreadLocal.withInitial(ImmutableSet::of);

  private final CelTypeProvider others;

  PatchTypes(CelTypeProvider others) {
    this.others = others;
  }

  /** Whether it is the name of one of these types. */
  static boolean names(String type) {
    return type.equals(JSON_PATCH) || type.equals(OBJECT) || type.startsWith(OBJECT + ".");
  }

  /** Checks an expression, which may use every name that stands in it as a field. */
  static CelValidationResult check(CelCompiler compiler, CelAbstractSyntaxTree parsed) {
    NAMES.set(fieldsIn(parsed));
    try {
      return compiler.check(parsed);
    } finally {
      NAMES.remove();
    }
  }

  private static ImmutableSet<String> fieldsIn(CelAbstractSyntaxTree parsed) {
    return CelNavigableAst.fromAst(parsed)
        .getRoot()
        .allNodes()
        .map(CelNavigableExpr::expr)
        .flatMap(PatchTypes::fields)
        .collect(ImmutableSet.toImmutableSet());
  }

  private static Stream<String> fields(CelExpr expr) {
    return switch (expr.exprKind().getKind()) {
      case SELECT -> Stream.of(expr.select().field());
      case STRUCT -> expr.struct().entries().stream().map(CelExpr.CelStruct.Entry::fieldKey);
      case CALL ->
          // an optional selection names its field in a constant
          expr.call().function().equals("_?._")
              ? Stream.of(expr.call().args().getLast().constant().stringValue())
              : Stream.empty();
      case CONSTANT, IDENT, LIST, MAP, COMPREHENSION, NOT_SET -> Stream.empty();
    };
  }

  @Override
  public ImmutableCollection<CelType> types() {
    return others.types();
  }

  @Override
  public Optional<CelType> findType(String name) {
    return names(name) ? Optional.of(struct(name)) : others.findType(name);
  }

  private static StructType struct(String name) {
    ImmutableSet<String> fields = NAMES.get();
    return name.equals(JSON_PATCH)
        ? StructType.create(name, fields, field -> Optional.of(ofPatch(field)))
        : StructType.create(name, fields, field -> Optional.of(SimpleType.DYN));
  }

  private static CelType ofPatch(String field) {
    return switch (field) {
      case "op", "path", "from" -> SimpleType.STRING;
      case "value" -> SimpleType.DYN;
      default -> NOTHING;
    };
  }
}
