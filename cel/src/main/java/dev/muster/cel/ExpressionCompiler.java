package dev.muster.cel;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.CelIssue;
import dev.cel.common.CelOptions;
import dev.cel.common.CelValidationException;
import dev.cel.common.CelValidationResult;
import dev.cel.common.types.CelType;
import dev.cel.common.types.SimpleType;
import dev.cel.compiler.CelCompiler;
import dev.cel.compiler.CelCompilerBuilder;
import dev.cel.compiler.CelCompilerFactory;
import dev.cel.extensions.CelExtensions;
import dev.cel.extensions.CelStringExtensions;
import dev.cel.parser.CelMacro;
import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.CelRuntime;
import dev.cel.runtime.CelRuntimeFactory;
import dev.cel.runtime.CelStandardFunctions;
import dev.muster.model.types.StructType;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Compiles the expressions of one policy: variables first, in their order, then what uses them.
 * Belongs to one thread; what it compiles does not.
 */
public final class ExpressionCompiler {
  /**
   * Functions on texts that we take as they are; the others are in {@link TextFunctions} and {@link
   * TextPositions}.
   */
  private static final Set<CelStringExtensions.Function> TEXT_FUNCTIONS =
      EnumSet.of(
          CelStringExtensions.Function.LOWER_ASCII,
          CelStringExtensions.Function.QUOTE,
          CelStringExtensions.Function.SPLIT,
          CelStringExtensions.Function.TRIM,
          CelStringExtensions.Function.UPPER_ASCII);

  static final CelOptions OPTIONS =
      CelOptions.current()
          .enableHeterogeneousNumericComparisons(true)
          .enableOptionalSyntax(true)
          .build();

  private static final List<CelMacro> MACROS = IterationMacros.all();
  private static final Functions FUNCTIONS = functions();
  private static final CelRuntime RUNTIME = runtime();
  private static final Pattern CANDIDATES = Pattern.compile(" \\(candidates: .*\\)");
  private static final Pattern SYNTAX =
      Pattern.compile("(?:extraneous|mismatched|missing|no viable|token recognition).*");

  private static final long MOST_DECLARED = 100_000;

  /** For expressions without variables; building one takes longer than compiling with it. */
  private static final Map<Scope, CelCompiler> SHARED = new ConcurrentHashMap<>();

  private final boolean params;
  private final Objects objects;
  private final Map<Scope, CelCompiler> own = new HashMap<>();
  private final Map<String, CelType> variables = new HashMap<>();

  /** How often a variable was declared to an expression that may use any. */
  private long declared;

  /** Whether a variable is made of all others. */
  private boolean nested;

  /** Whether the policy has variables of its own. */
  private boolean composite;

  private @Nullable Recent recent;

  /** The last one with variables: what uses them uses the same ones as what stands before it. */
  private record Recent(Scope scope, Map<String, CelType> variables, CelCompiler compiler) {}

  /** Which of the variables that are not always there can be used. */
  private record Scope(boolean params, boolean authorizer, boolean variables, boolean patches) {}

  /** The types of {@code object} and {@code oldObject}, and of {@code params}. */
  private record Objects(CelType object, CelType params) {
    static final Objects UNTYPED = new Objects(SimpleType.DYN, SimpleType.DYN);
  }

  /**
   * @param params whether there is a variable of this name
   */
  public ExpressionCompiler(boolean params) {
    this(params, Objects.UNTYPED);
  }

  private ExpressionCompiler(boolean params, Objects objects) {
    this.params = params;
    this.objects = objects;
  }

  /**
   * One that knows the type of {@code object}.
   *
   * @param paramsType that of the parameters, where it is known
   */
  public static ExpressionCompiler typed(
      boolean params, StructType object, Optional<StructType> paramsType) {
    return new ExpressionCompiler(
        params,
        new Objects(
            ObjectTypes.of(object), paramsType.map(ObjectTypes::of).orElse(SimpleType.DYN)));
  }

  private static Functions functions() {
    Functions functions = new Functions();
    Equality.addTo(functions);
    ListFunctions.addTo(functions);
    ListExtensions.addTo(functions);
    TextFunctions.addTo(functions);
    TextPositions.addTo(functions);
    TextConversions.addTo(functions);
    UrlFunctions.addTo(functions);
    QuantityFunctions.addTo(functions);
    NetworkFunctions.addTo(functions);
    NamedFormats.addTo(functions);
    SemverFunctions.addTo(functions);
    AccessFunctions.addTo(functions);
    PatchFunctions.addTo(functions);
    Constructions.addTo(functions);
    return functions;
  }

  /** The interpreter that works in linear time: the newer one copies a list for each element. */
  private static CelRuntime runtime() {
    var runtime =
        CelRuntimeFactory.legacyCelRuntimeBuilder()
            .setOptions(OPTIONS)
            .setStandardEnvironmentEnabled(false)
            .setStandardFunctions(
                CelStandardFunctions.newBuilder()
                    .filterFunctions(
                        (function, overload) ->
                            function != CelStandardFunctions.StandardFunction.MATCHES
                                && !Equality.REPLACED.contains(overload)
                                && !TextConversions.REPLACED.contains(overload))
                    .build())
            .addLibraries(
                CelExtensions.strings(TEXT_FUNCTIONS),
                CelExtensions.sets(OPTIONS),
                CelExtensions.optional(),
                CelExtensions.comprehensions());
    FUNCTIONS.bindIn(runtime);
    return runtime.build();
  }

  private CelCompiler compiler(Scope scope, Map<String, CelType> used) {
    if (used.isEmpty()) {
      return (objects.equals(Objects.UNTYPED) ? SHARED : own)
          .computeIfAbsent(scope, same -> compiler(same, AdmissionTypes.of(used), objects));
    }
    Recent last = recent;
    if (last == null || !last.scope().equals(scope) || !last.variables().equals(used)) {
      last = new Recent(scope, used, compiler(scope, AdmissionTypes.of(used), objects));
      recent = last;
    }
    return last.compiler();
  }

  /**
   * An expression is told of what it uses, so that it does not cost each of them all of many; empty
   * if too many expressions may use any of too many.
   */
  private Optional<Map<String, CelType>> usedBy(String text) {
    Optional<Set<String>> names = VariableUse.of(text);
    if (names.isEmpty() || nested && !names.get().isEmpty()) {
      declared += variables.size();
      return declared > MOST_DECLARED ? Optional.empty() : Optional.of(new HashMap<>(variables));
    }
    Map<String, CelType> used = new HashMap<>();
    for (String name : names.get()) {
      CelType type = variables.get(name);
      if (type != null) {
        used.put(name, type);
      }
    }
    return Optional.of(used);
  }

  /** With Kubernetes' functions, and no variables yet. */
  static CelCompilerBuilder builder() {
    CelCompilerBuilder builder =
        CelCompilerFactory.standardCelCompilerBuilder()
            .setOptions(OPTIONS)
            .addLibraries(
                CelExtensions.strings(TEXT_FUNCTIONS),
                CelExtensions.sets(OPTIONS),
                CelExtensions.optional(),
                IterationMacros.functions())
            .setStandardMacros(Set.of())
            .addMacros(MACROS)
            .setTypeProvider(AdmissionTypes.of(Map.of()));
    FUNCTIONS.declareIn(builder);
    return builder;
  }

  private static CelCompiler compiler(Scope scope, AdmissionTypes types, Objects objects) {
    CelCompilerBuilder builder =
        builder()
            .setTypeProvider(scope.patches() ? new PatchTypes(types) : types)
            .addVar("object", objects.object())
            .addVar("oldObject", objects.object())
            .addVar("request", AdmissionTypes.REQUEST)
            .addVar("namespaceObject", AdmissionTypes.NAMESPACE);
    if (scope.variables()) {
      builder.addVar("variables", types.variables());
    }
    if (scope.params()) {
      builder.addVar("params", objects.params());
    }
    if (scope.authorizer()) {
      builder
          .addVar("authorizer", AccessFunctions.AUTHORIZER.type())
          .addVar("authorizer.requestResource", AccessFunctions.RESOURCE.type());
    }
    return builder.build();
  }

  /** Makes {@code variables.name} known to the expressions compiled after it. */
  public void define(String name, Expression expression) {
    expectVariables();
    variables.put(name, expression.type());
    nested |= AdmissionTypes.holdsVariables(expression.type());
  }

  /** The same for one that does not compile: what uses it need not fail for that. */
  public void defineOfAnyType(String name) {
    expectVariables();
    variables.put(name, SimpleType.DYN);
  }

  /** From now on {@code variables} is known, though there may be none yet. */
  public void expectVariables() {
    composite = true;
  }

  /** An expression in which {@code authorizer} can be used. */
  public Compilation compile(String text, ResultType result) {
    return compile(text, result, true, false);
  }

  /** A mutation's expression, which can make an {@code Object} and a {@code JSONPatch}. */
  public Compilation compileMutation(String text, ResultType result) {
    return compile(text, result, true, true);
  }

  /** An expression in which it cannot. */
  public Compilation compileWithoutAuthorizer(String text, ResultType result) {
    return compile(text, result, false, false);
  }

  private Compilation compile(String text, ResultType result, boolean authorizer, boolean patches) {
    Optional<Map<String, CelType>> used = usedBy(text);
    if (used.isEmpty()) {
      return Compilation.Refused.because("too many variables for expressions that may use any");
    }
    Scope scope = new Scope(params, authorizer, composite, patches);
    return compile(compiler(scope, used.get()), text, result);
  }

  static Compilation compile(CelCompiler compiler, String text, ResultType result) {
    try {
      CelValidationResult parsed = compiler.parse(text);
      if (parsed.hasError()) {
        return refused(parsed);
      }
      CelValidationResult checked = PatchTypes.check(compiler, parsed.getAst());
      if (checked.hasError()) {
        return refused(checked);
      }
      CelAbstractSyntaxTree tree = checked.getAst();
      List<String> literals = LiteralChecks.faults(tree);
      if (!literals.isEmpty()) {
        return Compilation.Refused.because(String.join("\n", literals));
      }
      if (!result.takes(tree.getResultType())) {
        return new Compilation.Refused(result.refusal(tree.getResultType()));
      }
      Optional<String> fault = Instantiation.fault(tree, RUNTIME);
      if (fault.isPresent()) {
        return Compilation.Refused.instantiating(fault.get());
      }
      return new Compilation.Compiled(
          new Expression(
              text,
              RUNTIME.createProgram(ListExtensions.withOneSort(Constructions.asCalls(tree))),
              tree));
    } catch (CelValidationException | CelEvaluationException e) {
      return Compilation.Refused.because(String.valueOf(e.getMessage()));
    } catch (RuntimeException | StackOverflowError e) {
      // the compiler itself gave up on a text that it should have refused
      return Compilation.Refused.because(e.getClass().getSimpleName());
    }
  }

  private static Compilation refused(CelValidationResult result) {
    return Compilation.Refused.because(
        result.getErrors().stream()
            .map(issue -> display(issue, result))
            .collect(Collectors.joining("\n")));
  }

  private static String display(CelIssue issue, CelValidationResult result) {
    String shown = issue.toDisplayString(result.getSource());
    String message = issue.getMessage();
    String ours = CANDIDATES.matcher(message).replaceFirst("");
    if (SYNTAX.matcher(message).matches()) {
      ours = "Syntax error: " + ours;
    }
    return shown.replace(message, ours);
  }
}
