package dev.muster.cli.patterns;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * No text makes a regular expression run longer than its length allows, nor deeper than a small
 * stack: each is tried on long texts of all pairs of characters that patterns know. Those that only
 * ever see short texts are listed with what makes them so.
 */
class HostilePatternsTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final String ALPHABET = "a0z9A-._:/,=e+h \"%[]'\\@\t\n";
  private static final int LONG = 2000;
  private static final int LOOKS = 40;
  private static final long SMALL_STACK = 192 * 1024;
  private static final long USUAL_STACK = 1024 * 1024;

  /** What is never tried on a text longer than so many characters: checked just before. */
  private static final Map<String, Integer> SHORT =
      Map.of(
          "kinds.pods.security.Sysctls.NAME_PATTERN", 253,
          "kinds.pods.volumes.ImageVolumeReference.REFERENCE", 600,
          "kinds.policy.SysctlPatterns.PATTERN", 253,
          "node.containers.Hostname [-.]+$", 63,
          "runtime.images.ImageReference.REPOSITORY", 255);

  /** What is tried only on this project's own text, and on what its operator writes. */
  private static final Set<String> OWN =
      Set.of(
          "node.machine.SysctlAllowlist.PATTERN",
          "cli.cluster.PackageTool (?s).*\n",
          "cli.demo.GroupsStory .*groups=");

  @Test
  void runNeitherLongNorDeep() throws Exception {
    List<KnownPattern> all = KnownPattern.all(ROOT);
    assertThat(all).hasSizeGreaterThan(100);
    Map<String, String> faults = new TreeMap<>();
    for (KnownPattern one : all) {
      String fault = OWN.contains(one.where()) ? "" : attackOnItsStack(one);
      if (!fault.isEmpty()) {
        faults.put(one.where() + "  " + one.pattern(), fault);
      }
    }
    assertThat(faults).isEmpty();
  }

  private static String attackOnItsStack(KnownPattern one) throws InterruptedException {
    return run(SHORT.containsKey(one.where()) ? USUAL_STACK : SMALL_STACK, () -> attack(one));
  }

  private interface Work {
    String run();
  }

  private static String run(long stack, Work work) throws InterruptedException {
    String[] result = {"did not end"};
    Thread thread = new Thread(null, () -> result[0] = work.run(), "small", stack);
    thread.start();
    thread.join();
    return result[0];
  }

  private static String attack(KnownPattern one) {
    int length = SHORT.getOrDefault(one.where(), LONG);
    String start = literalStart(one.pattern().pattern());
    for (int a = 0; a < ALPHABET.length(); a++) {
      for (int b = 0; b < ALPHABET.length(); b++) {
        String pair = "" + ALPHABET.charAt(a) + ALPHABET.charAt(b);
        String text = start + pair.repeat(length / 2 + 1);
        String fault = attack(one, text.substring(0, length));
        fault = fault.isEmpty() ? attack(one, text.substring(0, length - 1) + "!") : fault;
        if (!fault.isEmpty()) {
          return fault + " on \"" + start + pair + pair + "...\"";
        }
      }
    }
    return "";
  }

  private static String attack(KnownPattern one, String text) {
    try {
      Steps.count(one.pattern(), one.whole(), text, LOOKS);
      return "";
    } catch (Steps.TooMany e) {
      return "takes too long";
    } catch (StackOverflowError e) {
      return "goes too deep";
    }
  }

  /** What a text must begin with so that the pattern looks further. */
  private static String literalStart(String regex) {
    Matcher plain = Pattern.compile("[A-Za-z0-9:/ ]*").matcher(regex.replace("\\.", "."));
    return plain.lookingAt() ? plain.group() : "";
  }

  /** Patterns that are not in a field of a class, or written in a call, are not looked at here. */
  @Test
  void areAllInFieldsOrCalls() throws IOException {
    List<String> others = new ArrayList<>();
    for (Path file : KnownPattern.sources(ROOT)) {
      String text = Files.readString(file);
      int compiled = text.split("Pattern\\.compile\\(", -1).length - 1;
      int fields =
          text.split("static final Pattern [A-Z0-9_]+ =\\s+(?:Pattern\\.compile)\\(", -1).length
              - 1;
      if (compiled != fields) {
        others.add(file.getFileName().toString());
      }
    }
    assertThat(others).containsExactlyInAnyOrder("Regex.java", "Syntax.java", "Times.java");
  }
}
