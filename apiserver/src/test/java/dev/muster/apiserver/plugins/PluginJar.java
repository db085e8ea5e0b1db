package dev.muster.apiserver.plugins;

import dev.muster.authz.AuthorizerFactory;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/** Jars with authorization modules, made from source. */
public final class PluginJar {
  private static final String SERVICES = "META-INF/services/" + AuthorizerFactory.class.getName();

  private PluginJar() {}

  /** The example of this repository. */
  public static Path example(Path jar) throws IOException {
    Path sources = Path.of("..", "examples", "authorization-plugin", "src", "main");
    Path services = sources.resolve("resources").resolve(SERVICES);
    try (Stream<Path> files = Files.walk(sources.resolve("java"))) {
      List<Path> java = files.filter(file -> file.toString().endsWith(".java")).toList();
      return write(jar, compiled(jar, java), Files.readString(services));
    }
  }

  /** One class in the package {@code p} that makes a mode. */
  static Path of(Path jar, String className, String body) throws IOException {
    Path directory = Files.createDirectories(jar.resolveSibling(jar.getFileName() + ".src"));
    Path source = directory.resolve(className + ".java");
    Files.writeString(
        source,
        """
        package p;
        import dev.muster.authz.*;
        import java.util.*;
        public class %s implements AuthorizerFactory {
          %s
        }
        """
            .formatted(className, body));
    return write(jar, compiled(jar, List.of(source)), "p." + className + "\n");
  }

  static Path write(Path jar, Map<String, byte[]> classes, String services) throws IOException {
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
      for (Map.Entry<String, byte[]> one : classes.entrySet()) {
        out.putNextEntry(new JarEntry(one.getKey()));
        out.write(one.getValue());
      }
      if (!services.isEmpty()) {
        out.putNextEntry(new JarEntry(SERVICES));
        out.write(services.getBytes(StandardCharsets.UTF_8));
      }
    }
    return jar;
  }

  private static Map<String, byte[]> compiled(Path jar, List<Path> sources) throws IOException {
    Path out = Files.createDirectories(jar.resolveSibling(jar.getFileName() + ".classes"));
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter complaints = new StringWriter();
    boolean good =
        compiler
            .getTask(
                complaints,
                null,
                null,
                List.of(
                    "-proc:none",
                    "-d",
                    out.toString(),
                    "-classpath",
                    System.getProperty("java.class.path")),
                null,
                compiler
                    .getStandardFileManager(null, null, StandardCharsets.UTF_8)
                    .getJavaFileObjectsFromPaths(sources))
            .call();
    if (!good) {
      throw new AssertionError(complaints.toString());
    }
    Map<String, byte[]> classes = new LinkedHashMap<>();
    try (Stream<Path> files = Files.walk(out)) {
      for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
        classes.put(out.relativize(file).toString(), Files.readAllBytes(file));
      }
    }
    return classes;
  }
}
