package dev.muster.model.codec;

import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.ReaderException;
import org.snakeyaml.engine.v2.exceptions.ScannerException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/** Says what is wrong with YAML in the words that Kubernetes' users know. */
final class YamlFaults {
  /** How the parser's sentences begin, and the sentence that stands for each. */
  private static final String[][] WORDS = {
    {"expected the node content", "did not find expected node content"},
    {"expected ',' or ']'", "did not find expected ',' or ']'"},
    {"expected ',' or '}'", "did not find expected ',' or '}'"},
    {"expected '<document start>'", "did not find expected <document start>"},
    {"mapping values are not allowed", "mapping values are not allowed in this context"},
    {"found character", "found character that cannot start any token"},
    {"sequence entries are not allowed", "block sequence entries are not allowed in this context"},
    {"mapping keys are not allowed", "mapping keys are not allowed in this context"},
    {"found undefined tag handle", "found undefined tag handle"},
    {"found unknown escape character", "found unknown escape character"},
    {"found unexpected end of stream", "found unexpected end of stream"},
  };

  private YamlFaults() {}

  static DecodeException worded(YamlEngineException fault) {
    if (fault instanceof ReaderException) {
      return new DecodeException("yaml: control characters are not allowed");
    }
    if (!(fault instanceof MarkedYamlEngineException marked)) {
      return new DecodeException("yaml: " + fault.getMessage());
    }
    boolean scanner = fault instanceof ScannerException;
    int line = marked.getContextMark().map(m -> line(m, scanner)).orElse(0);
    if (line <= (scanner ? 1 : 0)) {
      line = marked.getProblemMark().map(m -> line(m, scanner)).orElse(0);
    }
    String where = line <= (scanner ? 1 : 0) ? "" : "line " + line + ": ";
    return new DecodeException("yaml: " + where + problem(marked));
  }

  /** The end of the text counts as the beginning of a line after it. */
  private static int line(Mark mark, boolean scanner) {
    boolean end = mark.getPointer() >= mark.getBuffer().length;
    return mark.getLine() + (scanner || end && mark.getColumn() > 0 ? 1 : 0);
  }

  private static String problem(MarkedYamlEngineException fault) {
    String problem = fault.getProblem();
    if (problem.startsWith("expected <block end>")) {
      return String.valueOf(fault.getContext()).contains("mapping")
          ? "did not find expected key"
          : "did not find expected '-' indicator";
    }
    for (String[] words : WORDS) {
      if (problem.startsWith(words[0])) {
        return words[1];
      }
    }
    return problem;
  }
}
