package dev.muster.cel;

import com.google.common.collect.ImmutableCollection;
import com.google.common.collect.ImmutableMap;
import dev.cel.common.types.CelType;
import dev.cel.common.types.CelTypeProvider;
import dev.cel.common.types.ListType;
import dev.cel.common.types.MapType;
import dev.cel.common.types.OptionalType;
import dev.cel.common.types.SimpleType;
import dev.cel.common.types.StructType;
import dev.cel.compiler.CelCompiler;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Compiles the rules of one schema: truths about {@code self}, and about {@code oldSelf}, what it
 * was. Belongs to one thread; what it compiles does not.
 */
public final class RuleCompiler {
  private static final String NAME = "selfType";

  private final DeclaredType self;
  private final Types types;
  private final CelType type;
  private final Map<Boolean, CelCompiler> compilers = new HashMap<>();

  public RuleCompiler(DeclaredType self) {
    this.self = self;
    Maker maker = new Maker();
    this.type = maker.of(self, NAME);
    this.types = maker.made();
  }

  /** How a compilation ended. */
  public sealed interface Outcome {
    record Compiled(Rule rule) implements Outcome {}

    /** What is wrong with the text, in Kubernetes' words. */
    record Refused(String detail) implements Outcome {}
  }

  /**
   * @param optional whether there may be no {@code oldSelf}, which is an optional value then
   * @param text of the expression
   * @param result what it must be: a truth, or a text
   */
  public Outcome compile(String text, boolean optional, ResultType result) {
    CelCompiler compiler = compilers.computeIfAbsent(optional, this::compiler);
    return switch (ExpressionCompiler.compile(compiler, text, ResultType.ANY)) {
      case Compilation.Refused refused -> new Outcome.Refused(refused.detail());
      case Compilation.Compiled compiled -> checked(compiled.expression(), optional, result);
    };
  }

  private Outcome checked(Expression expression, boolean optional, ResultType result) {
    Optional<String> badPattern = expression.badPattern();
    if (badPattern.isPresent()) {
      return new Outcome.Refused("compilation failed: " + badPattern.get());
    }
    return result.takes(expression.type())
        ? new Outcome.Compiled(new Rule(expression, self, optional))
        : new Outcome.Refused(
            "must evaluate to a " + (result == ResultType.BOOL ? "bool" : "string"));
  }

  private CelCompiler compiler(boolean optional) {
    return ExpressionCompiler.builder()
        .setTypeProvider(types)
        .addVar("self", type)
        .addVar("oldSelf", optional ? OptionalType.create(type) : type)
        .build();
  }

  /** The types of objects, each with a name of its own. */
  private record Types(ImmutableMap<String, CelType> named) implements CelTypeProvider {
    @Override
    public ImmutableCollection<CelType> types() {
      return named.values();
    }

    @Override
    public Optional<CelType> findType(String name) {
      return Optional.ofNullable(named.get(name));
    }
  }

  /** Collects the types while they are made. */
  private static final class Maker {
    private final Map<String, CelType> named = new HashMap<>();

    CelType of(DeclaredType type, String name) {
      return switch (type.kind()) {
        case BOOL -> SimpleType.BOOL;
        case INT -> SimpleType.INT;
        case DOUBLE -> SimpleType.DOUBLE;
        case STRING -> SimpleType.STRING;
        case BYTES -> SimpleType.BYTES;
        case DURATION -> SimpleType.DURATION;
        case DATE, TIMESTAMP -> SimpleType.TIMESTAMP;
        case ANY -> SimpleType.DYN;
        case LIST -> ListType.create(of(element(type), name + ".@idx"));
        case MAP -> MapType.create(SimpleType.STRING, of(element(type), name + ".@elem"));
        case OBJECT -> object(type, name);
      };
    }

    Types made() {
      return new Types(ImmutableMap.copyOf(named));
    }

    private static DeclaredType element(DeclaredType type) {
      return Objects.requireNonNull(type.element());
    }

    /** Words of the language may also stand for fields as they are. */
    private CelType object(DeclaredType type, String name) {
      Map<String, CelType> fields = new HashMap<>();
      type.fields()
          .forEach(
              (field, its) -> {
                CelType made = of(its, name + "." + field);
                fields.put(field, made);
                EscapedName.word(field).ifPresent(word -> fields.putIfAbsent(word, made));
              });
      ImmutableMap<String, CelType> known = ImmutableMap.copyOf(fields);
      StructType struct =
          StructType.create(name, known.keySet(), field -> Optional.ofNullable(known.get(field)));
      named.put(name, struct);
      return struct;
    }
  }
}
