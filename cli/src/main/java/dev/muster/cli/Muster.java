package dev.muster.cli;

import dev.muster.apiserver.server.HeadStart;
import dev.muster.cli.access.AuthzCommand;
import dev.muster.cli.access.CanCommand;
import dev.muster.cli.access.RecordCommand;
import dev.muster.cli.access.WhatIfCommand;
import dev.muster.cli.access.WhoCanCommand;
import dev.muster.cli.access.WhyCommand;
import dev.muster.cli.audit.AuditCommand;
import dev.muster.cli.cases.TestCommand;
import dev.muster.cli.demo.DemoCommand;
import dev.muster.cli.logging.OtherLogs;
import dev.muster.cli.psp.PspCommand;
import dev.muster.cli.users.UserCommand;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The entry point of {@code ./muster}. */
@Command(
    name = "muster",
    description = "Kubernetes access control and workload identity, end to end.",
    mixinStandardHelpOptions = true,
    versionProvider = VersionCommand.class,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {"0:done", "1:failed, with the reason on standard error", "2:wrong arguments"})
public final class Muster implements Runnable {

  /** Shows what {@code --help} leaves out, so that it fits a screen. */
  static final String HELP_ALL = "--help-all";

  /** In the order of the help, under the names that the commands give themselves. */
  static final Map<String, Class<?>> COMMANDS = commands();

  public static void main(String[] args) {
    OtherLogs.divert();
    Class<?> asked = args.length == 0 ? null : COMMANDS.get(args[0]);
    if (asked == ApiserverCommand.class || asked == UpCommand.class) {
      HeadStart.begin();
    }
    OutOfMemory.endsTheProcess();
    System.exit(run(args));
  }

  static int run(String... args) {
    return execute(commandLine(args), args);
  }

  static int execute(CommandLine line, String... args) {
    CommandLine asked = args.length == 0 ? null : line.getSubcommands().get(args[0]);
    if (asked != null && List.of(args).contains(HELP_ALL)) {
      showAll(asked.getCommandSpec());
      asked.usage(line.getOut());
      return 0;
    }
    return line.setParameterExceptionHandler(WrongArguments::explain)
        .setExecutionExceptionHandler(
            (problem, command, parsed) -> {
              command.getErr().println("muster: " + StartProblems.sentence(problem));
              return 1;
            })
        .execute(args);
  }

  /** Knows just the command that is asked for, as reading the flags of all takes long; or all. */
  static CommandLine commandLine(String... args) {
    CommandLine line = new CommandLine(new Muster());
    Class<?> one = args.length == 0 ? null : COMMANDS.get(args[0]);
    if (one == null || one == CompletionCommand.class) {
      COMMANDS.forEach(line::addSubcommand);
    } else {
      line.addSubcommand(args[0], one);
    }
    return line;
  }

  private static void showAll(CommandSpec command) {
    for (OptionSpec option : List.copyOf(command.options())) {
      command.remove(option);
      command.addOption(OptionSpec.builder(option).hidden(false).build());
    }
  }

  @Override
  public void run() {
    commandLine().usage(System.out);
  }

  private static Map<String, Class<?>> commands() {
    Map<String, Class<?>> all = new LinkedHashMap<>();
    all.put("apiserver", ApiserverCommand.class);
    all.put("up", UpCommand.class);
    all.put("demo", DemoCommand.class);
    all.put("who-can", WhoCanCommand.class);
    all.put("why", WhyCommand.class);
    all.put("can", CanCommand.class);
    all.put("what-if", WhatIfCommand.class);
    all.put("record", RecordCommand.class);
    all.put("test", TestCommand.class);
    all.put("authz", AuthzCommand.class);
    all.put("console", ConsoleCommand.class);
    all.put("identity", IdentityCommand.class);
    all.put("image", ImageCommand.class);
    all.put("webhook", WebhookCommand.class);
    all.put("user", UserCommand.class);
    all.put("store", StoreCommand.class);
    all.put("credspec", CredspecCommand.class);
    all.put("audit", AuditCommand.class);
    all.put("node", NodeCommand.class);
    all.put("scheduler", SchedulerCommand.class);
    all.put("controllers", ControllersCommand.class);
    all.put("runtime", RuntimeCommand.class);
    all.put("psp", PspCommand.class);
    all.put("version", VersionCommand.class);
    all.put("completion", CompletionCommand.class);
    all.put("warm-up", WarmUpCommand.class);
    return Collections.unmodifiableMap(all);
  }
}
