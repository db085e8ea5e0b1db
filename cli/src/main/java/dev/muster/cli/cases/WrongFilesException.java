package dev.muster.cli.cases;

import java.util.List;

/** Files that cannot be tested, with everything that is wrong: each its place, then what. */
final class WrongFilesException extends Exception {
  private static final long serialVersionUID = 1L;

  WrongFilesException(List<String> problems) {
    super(String.join("\n", problems));
  }
}
