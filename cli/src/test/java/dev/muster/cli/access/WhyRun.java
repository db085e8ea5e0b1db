package dev.muster.cli.access;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Objects;
import picocli.CommandLine;

/** What {@code muster why} printed, and with which code it ended. */
record WhyRun(int code, String out, String err) {
  static WhyRun of(String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int code =
        new CommandLine(new WhyCommand())
            .setOut(new PrintWriter(out))
            .setErr(new PrintWriter(err))
            .setExecutionExceptionHandler(
                (problem, line, parsed) -> {
                  err.write(Objects.toString(problem.getMessage()));
                  return 1;
                })
            .execute(arguments);
    return new WhyRun(code, out.toString(), err.toString());
  }

  /** Without the width of columns. */
  String squeezed() {
    return out.replaceAll(" {2,}", " ").replaceAll("(?m)^ ", "");
  }
}
