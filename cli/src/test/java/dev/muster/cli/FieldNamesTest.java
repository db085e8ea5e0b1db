package dev.muster.cli;

import static java.util.function.Predicate.not;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.model.types.Field;
import dev.muster.model.types.Schema;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * A field that is read or written by a string is one that the tables have, and one of the type that
 * it is accessed in where the source shows it, so that a misspelt one is found. The words of other
 * documents (tokens, audit events, what our own commands print) stand in a list, package by
 * package; the runtime's are those of OCI, CNI and CRI only, and it knows no object. A package that
 * reads and writes by views alone stays so.
 */
class FieldNamesTest {
  private static final Pattern ACCESS =
      Pattern.compile(
          "\\.(?:path|get|has|text|putObject|putArray|withObject|withArray)\\("
              + "((?:\"[^\"]*\"(?:,\\s*)?)+)");

  /** What is put, by whom: a map of ours may hold anything. */
  private static final Pattern PUT =
      Pattern.compile(
          "(\\w*)\\)?\\s*\\.(?:put|putNull|set|hasNonNull|withObjectProperty|withArrayProperty)"
              + "\\(\\s*(\"[^\"]*\")");

  private static final Pattern MAP = Pattern.compile("Map<[^;=()]*> (\\w+)\\b");
  private static final Pattern TREES =
      Pattern.compile("fasterxml|\\.tree\\(\\)|dev\\.muster\\.model\\.field\\.At;");

  /** Names of resources, which are keys of maps. */
  private static final Set<String> RESOURCES = Set.of("cpu", "memory", "pid");

  private static final Pattern WRITE_OR_READ =
      Pattern.compile(
          "\\.(?:path|get|has|hasNonNull|text|put|putNull|set|replace|remove|putObject|putArray"
              + "|withObject|withArray|withObjectProperty|withArrayProperty)\\(\\s*"
              + "((?:\"[^\"]*\"(?:,\\s*)?)+)");
  private static final Pattern TEXT = Pattern.compile("\"([^\"]*)\"");
  private static final Pattern NAME = Pattern.compile("(?!v[0-9])[a-z][A-Za-z0-9]*");

  @Test
  void everyFieldThatIsReadByAStringIsInTheTables() throws IOException {
    Set<String> fields = fields();
    Map<String, Set<String>> others = others();
    Map<String, Set<String>> unused = new TreeMap<>();
    others.forEach(
        (where, words) ->
            unused.put(
                where,
                words.stream()
                    .filter(not(FieldNamesTest::inAPlace))
                    .collect(Collectors.toCollection(TreeSet::new))));
    List<String> unknown = new ArrayList<>();
    for (Path source : sources()) {
      String where = packageOf(source);
      if (where.startsWith("runtime.")) {
        continue;
      }
      for (String name : names(Files.readString(source))) {
        if (fields.contains(name) || RESOURCES.contains(name)) {
          continue;
        }
        if (others.getOrDefault(where, Set.of()).contains(name)) {
          unused.computeIfPresent(where, (at, words) -> without(words, name));
        } else {
          unknown.add(where + ": " + name + " (" + source.getFileName() + ")");
        }
      }
    }
    unused.values().removeIf(Set::isEmpty);
    assertThat(unknown).as("names that no type has").isEmpty();
    assertThat(unused).as("words in the list that nobody uses").isEmpty();
  }

  @Test
  void everyFieldIsReadFromATypeThatHasIt() throws IOException {
    Map<String, Set<String>> others = others();
    List<String> wrong = new ArrayList<>();
    Set<String> unused = new TreeSet<>();
    others.forEach(
        (where, words) ->
            words.stream()
                .filter(FieldNamesTest::inAPlace)
                .map(word -> where + ": " + word)
                .forEach(unused::add));
    List<Path> sources = new ArrayList<>();
    for (Path source : sources()) {
      boolean trees = TREES.matcher(Files.readString(source)).find();
      if (trees && !packageOf(source).startsWith("runtime.")) {
        sources.add(source);
      }
    }
    for (var read : FieldChains.faults(sources).entrySet()) {
      String where = packageOf(read.getKey());
      Set<String> words = others.getOrDefault(where, Set.of());
      for (String fault : read.getValue()) {
        int slash = fault.indexOf('/') + 1;
        String document = fault.substring(0, slash);
        String field = fault.substring(slash);
        unused.removeAll(List.of(where + ": " + fault, where + ": " + document));
        if (Stream.of(fault, document, field).noneMatch(words::contains)
            && !RESOURCES.contains(field)) {
          wrong.add(where + ": " + fault + " (" + read.getKey().getFileName() + ")");
        }
      }
    }
    assertThat(wrong).as("fields that no type has where they are accessed").isEmpty();
    assertThat(unused).as("fields in the list that nobody accesses there").isEmpty();
  }

  @Test
  void aPackageOfViewsReadsAndWritesNoFieldByAString() throws IOException {
    Set<String> fields = fields();
    Map<String, Set<String>> strings = new TreeMap<>();
    Set<String> useViews = new TreeSet<>();
    for (Path source : sources()) {
      String text = Files.readString(source);
      Set<String> names = names(WRITE_OR_READ, text);
      names.retainAll(fields);
      strings.computeIfAbsent(packageOf(source), p -> new TreeSet<>()).addAll(names);
      if (text.contains("import dev.muster.views.")) {
        useViews.add(packageOf(source));
      }
    }
    useViews.removeIf(where -> !strings.getOrDefault(where, Set.of()).isEmpty());
    List<String> listed =
        Files.readAllLines(Path.of("src/test/resources/dev/muster/cli/packages-of-views.txt"));
    for (String where : listed) {
      assertThat(strings.get(where)).as("fields by strings in " + where).isEmpty();
    }
    assertThat(useViews).as("packages to be listed").isSubsetOf(listed);
  }

  @Test
  void aFieldThatIsReadOrWrittenByAStringIsSeen() {
    assertThat(
            names(WRITE_OR_READ, "x.put(\"kind\", k).remove(\n    \"spec\"); y.hasNonNull(\"os\")"))
        .containsExactly("kind", "os", "spec");
  }

  @Test
  void aMisspeltFieldIsFound() {
    assertThat(names("pod.path(\"spec\").path(\"runAsUsr\")"))
        .contains("runAsUsr")
        .filteredOn(name -> !fields().contains(name))
        .containsExactly("runAsUsr");
  }

  @Test
  void aMisspeltFieldThatIsWrittenIsFound() {
    assertThat(
            names(
                """
                import com.fasterxml.jackson.databind.node.ObjectNode;
                  ObjectNode one(ObjectNode pod, Map<String, String> ours) {
                    ours.put("mine", "x");
                    return pod.put("nodName", "a").putObject("spec").set("runAsUsr", x());
                """))
        .containsExactly("nodName", "runAsUsr", "spec");
  }

  private static Set<String> names(String source) {
    Set<String> names = names(ACCESS, source);
    if (TREES.matcher(source).find()) {
      Set<String> maps =
          MAP.matcher(source).results().map(map -> map.group(1)).collect(Collectors.toSet());
      PUT.matcher(source)
          .results()
          .filter(put -> !maps.contains(put.group(1)))
          .forEach(put -> names.addAll(parts(put.group(2))));
    }
    return names;
  }

  private static Set<String> names(Pattern how, String source) {
    Set<String> names = new TreeSet<>();
    Matcher access = how.matcher(source);
    while (access.find()) {
      names.addAll(parts(access.group(1)));
    }
    return names;
  }

  /** The names in what is quoted, each of which may be a path, as {@code /spec/nodeName} is. */
  private static List<String> parts(String quoted) {
    return TEXT.matcher(quoted)
        .results()
        .map(text -> text.group(1))
        .flatMap(text -> text.startsWith("/") ? Stream.of(text.split("/")) : Stream.of(text))
        .filter(part -> NAME.matcher(part).matches())
        .toList();
  }

  /** A word of the list that is one only there, {@code row/uid}, or any that is, {@code row/}. */
  private static boolean inAPlace(String word) {
    return word.contains("/");
  }

  private static Set<String> without(Set<String> words, String one) {
    words.remove(one);
    return words;
  }

  private static Set<String> fields() {
    Set<String> names = new HashSet<>();
    Schema schema = Schema.kubernetes();
    for (String type : schema.names()) {
      schema.struct(type).fields().stream().map(Field::name).forEach(names::add);
    }
    return names;
  }

  private static Map<String, Set<String>> others() throws IOException {
    Map<String, Set<String>> others = new TreeMap<>();
    Path list = Path.of("src/test/resources/dev/muster/cli/other-words.txt");
    for (String line : Files.readAllLines(list)) {
      if (!line.isBlank() && !line.startsWith("#")) {
        int colon = line.indexOf(':');
        others.put(line.substring(0, colon), Set.of(line.substring(colon + 1).strip().split(" ")));
      }
    }
    return others;
  }

  private static List<Path> sources() throws IOException {
    try (Stream<Path> modules = Files.list(Path.of(".."))) {
      return modules
          .map(module -> module.resolve("src/main/java"))
          .filter(Files::isDirectory)
          .flatMap(FieldNamesTest::below)
          .sorted()
          .toList();
    }
  }

  private static Stream<Path> below(Path directory) {
    try (Stream<Path> files = Files.walk(directory)) {
      return files.filter(file -> file.toString().endsWith(".java")).toList().stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String packageOf(Path source) {
    String path = String.valueOf(source.getParent()).replace('/', '.');
    return path.substring(path.indexOf("dev.muster.") + "dev.muster.".length());
  }
}
