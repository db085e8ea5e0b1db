package dev.muster.cli;

import static java.util.stream.Collectors.toSet;

import com.sun.source.tree.BindingPatternTree;
import com.sun.source.tree.BlockTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.EnhancedForLoopTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.ImportTree;
import com.sun.source.tree.InstanceOfTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.TypeCastTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreeScanner;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/**
 * Reads a source for fields that are accessed by strings, one after the other, and holds each
 * against the types that the tables leave for what it is accessed in: {@code
 * pod.path("spec").path("nodeName")}, {@code at("/spec/nodeName")}, {@code spec.tree().path("x")},
 * and what a variable holds that was read in this way. What is handed from method to method is
 * known by the type of a view only, or by being called as a kind is.
 */
final class FieldChains extends TreeScanner<PossibleTypes, Map<String, PossibleTypes>> {
  private static final Set<String> INTO =
      Set.of(
          "path",
          "get",
          "required",
          "at",
          "putObject",
          "putArray",
          "withObject",
          "withArray",
          "withObjectProperty",
          "withArrayProperty");

  /** What answers with the object that the field is of. */
  private static final Set<String> PUT = Set.of("put", "putNull", "set");

  private static final Set<String> ASK = Set.of("has", "hasNonNull", "remove", "replace", "text");

  private static final Set<String> ACCESS =
      Stream.of(INTO, PUT, ASK).flatMap(Set::stream).collect(toSet());

  /** What answers with the same in another form. */
  private static final Set<String> SAME =
      Set.of(
          "tree",
          "at",
          "node",
          "deepCopy",
          "reading",
          "get",
          "ensure",
          "replace",
          "each",
          "list",
          "map",
          "of",
          "create",
          "copyOf",
          "ofObject",
          "iterator",
          "values");

  private static final Set<String> ELEMENT = Set.of("path", "get", "element", "addObject", "add");

  private static final Pattern NAME = Pattern.compile("(?!v[0-9])[a-z][A-Za-z0-9]*");
  private static final Pattern TREE = Pattern.compile("\\b(?:JsonNode|ObjectNode|ArrayNode|At)\\b");
  private static final Pattern VIEWS =
      Pattern.compile("(?:(?:ViewList|StructListField|List|Iterable)<)?(\\w+)>?");

  private final Map<String, PossibleTypes> views = new HashMap<>();
  private final Set<String> faults = new TreeSet<>();

  private FieldChains() {}

  /** By source: the fields that are accessed where no type has them, each behind its place. */
  static Map<Path, Set<String>> faults(List<Path> sources) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    Map<Path, Set<String>> faults = new TreeMap<>();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      JavacTask task =
          (JavacTask)
              compiler.getTask(
                  null, files, null, null, null, files.getJavaFileObjectsFromPaths(sources));
      for (CompilationUnitTree unit : task.parse()) {
        FieldChains chains = new FieldChains();
        chains.scan(unit, new HashMap<>());
        faults.put(files.asPath(unit.getSourceFile()), chains.faults);
      }
    }
    return faults;
  }

  @Override
  public @Nullable PossibleTypes visitImport(ImportTree tree, Map<String, PossibleTypes> scope) {
    String name = tree.getQualifiedIdentifier().toString();
    if (name.startsWith("dev.muster.views.")) {
      PossibleTypes type = PossibleTypes.view(name.substring("dev.muster.views.".length()));
      views.put(name.substring(name.lastIndexOf('.') + 1), type);
    }
    return null;
  }

  @Override
  public @Nullable PossibleTypes visitVariable(
      VariableTree tree, Map<String, PossibleTypes> scope) {
    ExpressionTree value = tree.getInitializer();
    declare(tree, value == null ? PossibleTypes.any("") : types(value, scope), scope);
    return null;
  }

  @Override
  public @Nullable PossibleTypes visitEnhancedForLoop(
      EnhancedForLoopTree tree, Map<String, PossibleTypes> scope) {
    Map<String, PossibleTypes> inside = new HashMap<>(scope);
    declare(tree.getVariable(), types(tree.getExpression(), scope).element(), inside);
    return scan(tree.getStatement(), inside);
  }

  @Override
  public @Nullable PossibleTypes visitInstanceOf(
      InstanceOfTree tree, Map<String, PossibleTypes> scope) {
    PossibleTypes types = types(tree.getExpression(), scope);
    if (tree.getPattern() instanceof BindingPatternTree binding) {
      declare(binding.getVariable(), types, scope);
    }
    return null;
  }

  @Override
  public @Nullable PossibleTypes visitClass(ClassTree tree, Map<String, PossibleTypes> scope) {
    return super.visitClass(tree, new HashMap<>(scope));
  }

  @Override
  public @Nullable PossibleTypes visitMethod(MethodTree tree, Map<String, PossibleTypes> scope) {
    return super.visitMethod(tree, new HashMap<>(scope));
  }

  @Override
  public @Nullable PossibleTypes visitBlock(BlockTree tree, Map<String, PossibleTypes> scope) {
    return super.visitBlock(tree, new HashMap<>(scope));
  }

  @Override
  public @Nullable PossibleTypes visitLambdaExpression(
      LambdaExpressionTree tree, Map<String, PossibleTypes> scope) {
    super.visitLambdaExpression(tree, new HashMap<>(scope));
    return null;
  }

  @Override
  public @Nullable PossibleTypes visitTypeCast(
      TypeCastTree tree, Map<String, PossibleTypes> scope) {
    return scan(tree.getExpression(), scope);
  }

  @Override
  public @Nullable PossibleTypes visitNewClass(
      NewClassTree tree, Map<String, PossibleTypes> scope) {
    super.visitNewClass(tree, scope);
    return views.get(tree.getIdentifier().toString());
  }

  @Override
  public @Nullable PossibleTypes visitIdentifier(
      IdentifierTree tree, Map<String, PossibleTypes> scope) {
    String name = tree.getName().toString();
    PossibleTypes variable = scope.get(name);
    return variable == null ? views.get(name) : variable;
  }

  @Override
  public @Nullable PossibleTypes visitMethodInvocation(
      MethodInvocationTree tree, Map<String, PossibleTypes> scope) {
    if (!(tree.getMethodSelect() instanceof MemberSelectTree select)) {
      scan(tree.getArguments(), scope);
      return PossibleTypes.any(tree.getMethodSelect().toString());
    }
    PossibleTypes in = types(select.getExpression(), scope);
    scan(tree.getArguments(), scope);
    String method = select.getIdentifier().toString();
    List<String> texts = texts(tree);
    if (texts.isEmpty()) {
      return without(in, method, tree.getArguments());
    }
    if (in.equals(PossibleTypes.NO_TREE) || !ACCESS.contains(method)) {
      return PossibleTypes.any(method);
    }
    List<String> names = method.equals("at") ? pointer(texts.getFirst()) : texts;
    if (!INTO.contains(method)) {
      names = names.subList(0, 1);
    }
    PossibleTypes field = into(in, names);
    PossibleTypes left = in.having(names.getFirst());
    if (select.getExpression() instanceof IdentifierTree variable) {
      scope.put(variable.getName().toString(), left);
    }
    return INTO.contains(method) ? field : PUT.contains(method) ? left : null;
  }

  /** What several values are of cannot be told. */
  @Override
  public @Nullable PossibleTypes reduce(PossibleTypes one, PossibleTypes other) {
    return null;
  }

  /** What a call answers that names no field. */
  private static PossibleTypes without(
      PossibleTypes in, String method, List<? extends ExpressionTree> arguments) {
    if (in.known() && arguments.isEmpty()) {
      PossibleTypes field = in.member(method.replace("_", ""));
      if (!field.none()) {
        return field;
      }
    }
    if (in.known()
        && ELEMENT.contains(method)
        && (method.startsWith("add") || !arguments.isEmpty())) {
      return in.element();
    }
    return SAME.contains(method) ? in : PossibleTypes.any(method);
  }

  private PossibleTypes into(PossibleTypes start, List<String> names) {
    PossibleTypes types = start;
    for (String name : names) {
      if (!NAME.matcher(name).matches()) {
        types = types.element();
        continue;
      }
      PossibleTypes field = types.field(name);
      if (field.none()) {
        faults.add(types.name() + "/" + name);
        return PossibleTypes.FOREIGN;
      }
      types = field;
    }
    return types;
  }

  /** The texts that a call begins with. */
  private static List<String> texts(MethodInvocationTree call) {
    List<String> texts = new ArrayList<>();
    for (ExpressionTree argument : call.getArguments()) {
      if (!(argument instanceof LiteralTree literal && literal.getValue() instanceof String text)) {
        break;
      }
      texts.add(text);
    }
    return texts;
  }

  private static List<String> pointer(String text) {
    return List.of(text.substring(text.indexOf('/') + 1).split("/"));
  }

  private PossibleTypes types(ExpressionTree tree, Map<String, PossibleTypes> scope) {
    PossibleTypes found = scan(tree, scope);
    return found == null ? PossibleTypes.any("") : found;
  }

  private void declare(
      VariableTree variable, PossibleTypes value, Map<String, PossibleTypes> scope) {
    String name = variable.getName().toString();
    scope.put(name, declared(variable.getType(), name, value));
  }

  private PossibleTypes declared(@Nullable Tree type, String name, PossibleTypes value) {
    String text = String.valueOf(type);
    Matcher view = VIEWS.matcher(text);
    PossibleTypes shown = view.matches() ? views.get(view.group(1)) : null;
    if (shown != null) {
      return text.endsWith(">") ? shown.list() : shown;
    }
    if (type != null && !text.equals("var") && !TREE.matcher(text).find()) {
      return PossibleTypes.NO_TREE;
    }
    return value.known() ? value : PossibleTypes.variable(name);
  }
}
