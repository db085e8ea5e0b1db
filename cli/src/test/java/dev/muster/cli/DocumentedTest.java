package dev.muster.cli;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.ModifiersTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePath;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import javax.lang.model.element.Modifier;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What others program against says what it does. */
class DocumentedTest {
  /**
   * What a parameter or a result is, a sentence says better than a tag; so there may be no tags.
   */
  @ParameterizedTest
  @ValueSource(strings = {"model", "authz", "access", "identity", "volumes", "client", "junit"})
  void everyPublicMemberHasAComment(String module) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null);
        Stream<Path> tree = Files.walk(Path.of("..", module, "src/main/java"))) {
      List<Path> sources = tree.filter(file -> file.toString().endsWith(".java")).toList();
      JavacTask task =
          (JavacTask)
              compiler.getTask(
                  new StringWriter(),
                  files,
                  null,
                  List.of("-proc:none"),
                  null,
                  files.getJavaFileObjectsFromPaths(sources));
      List<String> bare = new ArrayList<>();
      int types = 0;
      for (CompilationUnitTree unit : task.parse()) {
        TreePath path = new TreePath(unit);
        for (Tree type : unit.getTypeDecls()) {
          if (type instanceof ClassTree named && open(named.getModifiers(), null)) {
            types++;
            look(DocTrees.instance(task), new TreePath(path, named), bare);
          }
        }
      }
      assertThat(types).isPositive();
      assertThat(bare).as("public and without a comment").isEmpty();
    }
  }

  private static void look(DocTrees comments, TreePath at, List<String> bare) {
    ClassTree type = (ClassTree) at.getLeaf();
    note(comments, at, type.getSimpleName().toString(), bare);
    for (Tree member : type.getMembers()) {
      TreePath its = new TreePath(at, member);
      String name = type.getSimpleName() + ".";
      if (member instanceof ClassTree inner && open(inner.getModifiers(), type)) {
        look(comments, its, bare);
      } else if (member instanceof MethodTree method
          && open(method.getModifiers(), type)
          && speaks(method, type)) {
        note(comments, its, name + method.getName() + method.getParameters(), bare);
      } else if (member instanceof VariableTree field && open(field.getModifiers(), type)) {
        note(comments, its, name + field.getName(), bare);
      }
    }
  }

  private static void note(DocTrees comments, TreePath at, String name, List<String> bare) {
    String comment = comments.getDocComment(at);
    if (comment == null || comment.strip().startsWith("@")) {
      bare.add(name);
    }
  }

  private static boolean open(ModifiersTree modifiers, @Nullable ClassTree in) {
    Set<Modifier> flags = modifiers.getFlags();
    return flags.contains(Modifier.PUBLIC)
        || flags.contains(Modifier.PROTECTED)
        || in != null && in.getKind() == Tree.Kind.INTERFACE && !flags.contains(Modifier.PRIVATE);
  }

  /** What overrides says what it overrides; how a record guards itself is its own affair. */
  private static boolean speaks(MethodTree method, ClassTree type) {
    Set<String> annotations =
        method.getModifiers().getAnnotations().stream()
            .map(annotation -> annotation.getAnnotationType().toString())
            .collect(toSet());
    boolean guard =
        type.getKind() == Tree.Kind.RECORD
            && method.getReturnType() == null
            && compact(method, type);
    return !annotations.contains("Override") && !guard;
  }

  private static boolean compact(MethodTree constructor, ClassTree record) {
    long components =
        record.getMembers().stream()
            .filter(VariableTree.class::isInstance)
            .map(VariableTree.class::cast)
            .filter(field -> !field.getModifiers().getFlags().contains(Modifier.STATIC))
            .count();
    return constructor.getParameters().size() == components;
  }
}
