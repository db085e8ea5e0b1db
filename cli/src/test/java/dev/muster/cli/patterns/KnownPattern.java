package dev.muster.cli.patterns;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A regular expression in the sources.
 *
 * @param where the class and the field, or the file and the call that it is written in
 * @param whole whether it has to match all of a text; otherwise it is searched for
 */
record KnownPattern(String where, Pattern pattern, boolean whole) {
  private static final String HOME = "src/main/java/dev/muster/";
  private static final Pattern INLINE =
      Pattern.compile(
          "\\.(matches|replaceAll|replaceFirst|split)\\(\\s*\"((?:[^\"\\\\]|\\\\.)*+)\"");

  /** With arguments that may be calls themselves. */
  private static final String CALL = "matcher\\([^;()]*+(?:\\([^;()]*+\\)[^;()]*+)*+\\)";

  /** Those of every module's sources, found in fields of their classes and in calls. */
  static List<KnownPattern> all(Path root) throws IOException {
    List<KnownPattern> found = new ArrayList<>();
    for (Path file : sources(root)) {
      String text = Files.readString(file);
      if (text.contains("Pattern.compile(")) {
        inFields(shortName(file), text, found);
      }
      for (Matcher call = INLINE.matcher(text); call.find(); ) {
        String regex = call.group(2).translateEscapes();
        if (regex.length() > 1) {
          found.add(
              new KnownPattern(
                  shortName(file) + " " + regex,
                  Pattern.compile(regex),
                  call.group(1).equals("matches")));
        }
      }
    }
    return found;
  }

  static List<Path> sources(Path root) throws IOException {
    try (Stream<Path> modules = Files.list(root)) {
      return modules
          .map(module -> module.resolve("src/main/java"))
          .filter(Files::isDirectory)
          .filter(folder -> !folder.startsWith(root.resolve("bench")))
          .flatMap(KnownPattern::files)
          .filter(file -> file.toString().endsWith(".java"))
          .sorted(Comparator.comparing(Path::toString))
          .toList();
    }
  }

  private static Stream<Path> files(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.toList().stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Of the class in a file, without the part that all have. */
  private static String shortName(Path file) {
    String path = file.toString();
    String name = path.substring(path.indexOf(HOME) + HOME.length());
    return name.substring(0, name.length() - ".java".length()).replace('/', '.');
  }

  private static void inFields(String name, String source, List<KnownPattern> found) {
    try {
      Class<?> type =
          Class.forName("dev.muster." + name, false, KnownPattern.class.getClassLoader());
      for (Field field : type.getDeclaredFields()) {
        if (field.getType() == Pattern.class && Modifier.isStatic(field.getModifiers())) {
          field.setAccessible(true);
          boolean searched =
              Pattern.compile(
                      "\\b" + field.getName() + "\\s*\\.(?:split|" + CALL + "\\s*\\.(?!matches))")
                  .matcher(source)
                  .find();
          boolean kept =
              Pattern.compile("\\b" + field.getName() + "\\s*\\." + CALL + ";")
                  .matcher(source)
                  .find();
          found.add(
              new KnownPattern(
                  name + "." + field.getName(),
                  (Pattern) field.get(null),
                  !searched && !(kept && source.contains(".find()"))));
        }
      }
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(name, e);
    }
  }
}
