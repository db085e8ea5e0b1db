package dev.muster.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The module is compiled against a newer JDK than it promises to run on, so the compiler does not
 * say when something is used that Java 21 lacks.
 */
class Java21Test {
  @TempDir Path classes;

  @Test
  void nothingIsUsedThatJava21LacksButForItsPreviews() throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    assumeTrue(Runtime.version().feature() > 21 && compiler != null, "run by the build's JDK");
    List<String> options =
        List.of(
            "--release",
            "21",
            "-proc:none",
            "-Xmaxerrs",
            "100000",
            "-d",
            classes.toString(),
            "-cp",
            System.getProperty("java.class.path"));
    var found = new DiagnosticCollector<JavaFileObject>();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(found, null, null);
        Stream<Path> tree = Files.walk(Path.of("src/main/java"))) {
      List<Path> sources = tree.filter(file -> file.toString().endsWith(".java")).toList();
      compiler
          .getTask(
              new StringWriter(),
              files,
              found,
              options,
              null,
              files.getJavaFileObjectsFromPaths(sources))
          .call();
    }
    assertThat(found.getDiagnostics())
        .as("the compiler looked at the calls")
        .anySatisfy(one -> assertThat(one.getCode()).isEqualTo("compiler.err.is.preview"));
    assertThat(found.getDiagnostics())
        .filteredOn(one -> one.getCode().startsWith("compiler.err"))
        .filteredOn(one -> !one.getCode().equals("compiler.err.is.preview"))
        .isEmpty();
  }
}
