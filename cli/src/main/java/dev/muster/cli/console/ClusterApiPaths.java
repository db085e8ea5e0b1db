package dev.muster.cli.console;

import dev.muster.cli.access.ClusterQuestions;

/** Where the questions about access are, in a cluster that answers them itself. */
final class ClusterApiPaths {
  static final String GROUP = "/apis/access.muster.dev/v1";

  private ClusterApiPaths() {}

  static boolean question(String path) {
    return path.startsWith(GROUP + "/") && ClusterQuestions.PLURALS.contains(plural(path));
  }

  static String plural(String path) {
    return path.substring(GROUP.length() + 1);
  }
}
