package dev.muster.authz.abac;

import dev.muster.authz.Attributes;
import dev.muster.authz.Rules;
import dev.muster.authz.User;
import dev.muster.authz.abac.AbacPolicyException.BadLine;
import dev.muster.authz.abac.PolicyLineParser.BadLineException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The lines of one policy file, indexed by user and group. Immutable. */
public final class AbacPolicy {
  private static final int LONGEST_LINE = 64 * 1024;
  private static final List<String> READ = List.of("get", "list", "watch");
  private static final List<String> ALL = List.of("*");

  private final List<PolicyLine> lines;
  private final int unversionedLines;
  private final Map<String, SubjectLines> byUser = new HashMap<>();
  private final Map<String, SubjectLines> byGroup = new HashMap<>();

  private AbacPolicy(List<PolicyLine> lines, int unversionedLines) {
    this.lines = List.copyOf(lines);
    this.unversionedLines = unversionedLines;
    for (PolicyLine line : lines) {
      if (!line.user().isEmpty()) {
        byUser.computeIfAbsent(line.user(), unused -> new SubjectLines()).add(line);
      } else if (!line.group().isEmpty()) {
        byGroup.computeIfAbsent(line.group(), unused -> new SubjectLines()).add(line);
      }
    }
  }

  /** Reads a policy file; one bad line makes all of it unusable. */
  public static AbacPolicy load(Path file) throws AbacPolicyException {
    try {
      byte[] bytes = Files.readAllBytes(file);
      var text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
      return parse(file.toString(), text.toString());
    } catch (CharacterCodingException e) {
      throw new AbacPolicyException(file.toString(), "not UTF-8 text");
    } catch (NoSuchFileException e) {
      throw new AbacPolicyException(file.toString(), "no such file");
    } catch (IOException e) {
      throw new AbacPolicyException(file.toString(), e.toString());
    }
  }

  /**
   * Reads a policy.
   *
   * @param file named in errors and explanations
   * @throws AbacPolicyException and nothing else, whatever the text
   */
  public static AbacPolicy parse(String file, String text) throws AbacPolicyException {
    var parser = new PolicyLineParser(file);
    var lines = new ArrayList<PolicyLine>();
    var bad = new ArrayList<BadLine>();
    int unversioned = 0;
    int number = 0;
    for (String raw : text.split("\r?\n", -1)) {
      number++;
      String line = raw.strip();
      if (line.isEmpty() || line.startsWith("#")) {
        continue;
      }
      try {
        if (line.length() > LONGEST_LINE) {
          throw new BadLineException("longer than " + LONGEST_LINE + " characters");
        }
        var parsed = parser.parse(number, line);
        lines.add(parsed.line());
        unversioned += parsed.unversioned() ? 1 : 0;
      } catch (BadLineException e) {
        bad.add(new BadLine(number, String.valueOf(e.getMessage())));
      }
    }
    if (!bad.isEmpty()) {
      throw new AbacPolicyException(file, bad);
    }
    return new AbacPolicy(lines, unversioned);
  }

  /** In file order. */
  public List<PolicyLine> lines() {
    return lines;
  }

  /** How many lines have the old form, which deserves a warning. */
  public int unversionedLines() {
    return unversionedLines;
  }

  /** A line that allows the request. */
  Optional<PolicyLine> find(Attributes request) {
    PolicyLine found = find(byUser.get(request.user().name()), request);
    for (String group : request.user().groups()) {
      if (found != null) {
        break;
      }
      found = find(byGroup.get(group), request);
    }
    return Optional.ofNullable(found);
  }

  private static @Nullable PolicyLine find(@Nullable SubjectLines lines, Attributes request) {
    return lines == null ? null : lines.find(request);
  }

  Rules rulesFor(User user, String namespace) {
    var resourceRules = new ArrayList<Rules.ResourceRule>();
    var nonResourceRules = new ArrayList<Rules.NonResourceRule>();
    for (PolicyLine line : lines) {
      boolean here = line.namespace().equals("*") || line.namespace().equals(namespace);
      if (!here || !line.concerns(user)) {
        continue;
      }
      List<String> verbs = line.readonly() ? READ : ALL;
      if (!line.resource().isEmpty()) {
        resourceRules.add(
            new Rules.ResourceRule(
                verbs, List.of(line.apiGroup()), List.of(line.resource()), List.of()));
      }
      if (!line.nonResourcePath().isEmpty()) {
        nonResourceRules.add(new Rules.NonResourceRule(verbs, List.of(line.nonResourcePath())));
      }
    }
    return new Rules(resourceRules, nonResourceRules, false, "");
  }
}
