package dev.muster.cli.cases;

import dev.muster.cli.output.Format;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code muster test}: a policy with tests. */
@Command(
    name = "test",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Tests a policy: loads it into an API server of its own in this process, runs cases as dry"
          + " runs, and tells which parts of the policy no case touched. Exits 0 if all is as"
          + " expected, 1 if a case fails, 2 if a file is no good."
    },
    footer = {
      "",
      "Example:",
      "  muster test -f policy/ --cases cases.yaml --junit-xml results.xml"
    })
public final class TestCommand implements Callable<Integer> {
  private static final int FAILED = 1;
  private static final int WRONG = 2;

  @Option(
      names = {"-f", "--filename"},
      required = true,
      paramLabel = "PATH",
      description = "Files or directories with the policy: roles, bindings, namespaces, policies.")
  private List<Path> files = List.of();

  @Option(
      names = "--cases",
      required = true,
      paramLabel = "FILE",
      description = "The cases; may be given several times.")
  private List<Path> cases = List.of();

  @Option(
      names = "--authorization-policy-file",
      paramLabel = "FILE",
      description = "A policy of mode ABAC, which is asked after RBAC.")
  private @Nullable Path abac;

  @Option(
      names = "--junit-xml",
      paramLabel = "FILE",
      description = "Writes the results there, for build servers.")
  private @Nullable Path junit;

  @Option(
      names = "--require-coverage",
      description = "Fails if there is a part of the policy that no case touches.")
  private boolean requireCoverage;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORMAT",
      defaultValue = "table",
      description = "table, json or yaml (default: ${DEFAULT-VALUE}).")
  private Format format = Format.table;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws IOException {
    PrintWriter err = spec.commandLine().getErr();
    CaseReport report;
    try {
      report = new PolicyTrial(files, cases, Optional.ofNullable(abac)).run(err);
    } catch (WrongFilesException e) {
      err.println(e.getMessage());
      err.flush();
      return WRONG;
    }
    report.print(format, spec.commandLine().getOut());
    if (junit != null) {
      JunitXml.write(junit, report.results());
    }
    boolean uncovered = requireCoverage && !report.coverage().untouched().isEmpty();
    return report.failed() > 0 || uncovered ? FAILED : 0;
  }
}
