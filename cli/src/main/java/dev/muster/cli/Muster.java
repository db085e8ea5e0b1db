package dev.muster.cli;

import dev.muster.cli.access.WhoCanCommand;
import dev.muster.cli.access.WhyCommand;
import dev.muster.cli.audit.AuditCommand;
import dev.muster.cli.demo.DemoCommand;
import dev.muster.cli.psp.PspCommand;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The entry point of {@code ./muster}. */
@Command(
    name = "muster",
    description = "Kubernetes access control and workload identity, end to end.",
    mixinStandardHelpOptions = true,
    versionProvider = VersionCommand.class,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {"0:done", "1:failed, with the reason on standard error", "2:wrong arguments"})
public final class Muster implements Runnable {

  /** In the order of the help, under the names that the commands give themselves. */
  static final Map<String, Class<?>> COMMANDS = commands();

  public static void main(String[] args) {
    System.exit(run(args));
  }

  static int run(String... args) {
    return commandLine(args)
        .setExecutionExceptionHandler(
            (problem, command, parsed) -> {
              command.getErr().println("muster: " + Problems.sentence(problem));
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
    all.put("identity", IdentityCommand.class);
    all.put("image", ImageCommand.class);
    all.put("webhook", WebhookCommand.class);
    all.put("credspec", CredspecCommand.class);
    all.put("audit", AuditCommand.class);
    all.put("node", NodeCommand.class);
    all.put("runtime", RuntimeCommand.class);
    all.put("psp", PspCommand.class);
    all.put("version", VersionCommand.class);
    all.put("completion", CompletionCommand.class);
    all.put("warm-up", WarmUpCommand.class);
    return Collections.unmodifiableMap(all);
  }
}
