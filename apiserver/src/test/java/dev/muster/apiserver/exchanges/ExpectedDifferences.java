package dev.muster.apiserver.exchanges;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * What may differ, from a file: a line holds scenario, step, a JSON pointer (or {@code *} for
 * anything in the answer), and the reason or the decision record. Empty lines and those that begin
 * with # are for readers. A pointer also stands for all below it.
 */
final class ExpectedDifferences {
  /** One line of the file. */
  record Entry(String scenario, String step, String pointer, String reason) {
    boolean covers(Difference difference) {
      return pointer.equals("*")
          || difference.pointer().equals(pointer)
          || difference.pointer().startsWith(pointer + "/");
    }

    @Override
    public String toString() {
      return scenario + " " + step + " " + pointer + " " + reason;
    }
  }

  private final List<Entry> entries;
  private final Set<Entry> met = new LinkedHashSet<>();

  private ExpectedDifferences(List<Entry> entries) {
    this.entries = entries;
  }

  static ExpectedDifferences read() throws IOException {
    return read("expected-differences.txt");
  }

  static ExpectedDifferences read(String name) throws IOException {
    List<Entry> entries = new ArrayList<>();
    try (InputStream file =
        Objects.requireNonNull(
            ExpectedDifferences.class.getResourceAsStream("/exchanges/" + name))) {
      List<String> lines = new String(file.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
      for (String line : lines) {
        if (!line.isBlank() && !line.startsWith("#")) {
          String[] parts = line.split(" ", 4);
          if (parts.length < 4) {
            throw new IOException(name + ": \"" + line + "\" gives no reason");
          }
          entries.add(new Entry(parts[0], parts[1], parts[2], parts[3]));
        }
      }
    }
    return new ExpectedDifferences(entries);
  }

  List<Entry> entries() {
    return entries;
  }

  /** Those of the differences that no entry covers. Entries that cover one count as met. */
  List<Difference> unexpected(String scenario, String step, List<Difference> differences) {
    List<Difference> left = new ArrayList<>(differences);
    for (Entry entry : entries) {
      if (entry.scenario.equals(scenario)
          && entry.step.equals(step)
          && left.removeIf(entry::covers)) {
        met.add(entry);
      }
    }
    return left;
  }

  /** Entries of a scenario that has been played, for answers which are equal by now. */
  List<Entry> obsolete(String scenario) {
    return entries.stream()
        .filter(entry -> entry.scenario.equals(scenario) && !met.contains(entry))
        .toList();
  }
}
