package dev.muster.cli.access;

import dev.muster.authz.Attributes;
import dev.muster.authz.User;
import dev.muster.authz.rbac.explain.Explanation;
import dev.muster.authz.rbac.explain.PolicyQuestions;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code muster why}: why somebody may do something, or may not. */
@Command(
    name = "why",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = "Tells why somebody may do something, or what is missing. Exits 0 or 1.",
    footer = {"", "Example:", "  muster why delete pods --as alice --as-group crew -n prod"})
public final class WhyCommand implements Callable<Integer> {
  @Parameters(index = "0", paramLabel = "VERB", description = "As get, list, create.")
  private String verb = "";

  @Parameters(index = "1", paramLabel = "RESOURCE", description = "As pods, deploy/scale, /logs.")
  private String resource = "";

  @Parameters(index = "2", arity = "0..1", paramLabel = "NAME", description = "Of one object.")
  private @Nullable String name;

  @Mixin private AskerFlags asker = new AskerFlags();

  @Mixin private PolicyFlags flags = new PolicyFlags();

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws Exception {
    PolicyFlags.Asked asked = flags.read();
    Attributes request = new What(verb, resource, name).by(asker.user(), asked.namespace());
    PrintWriter out = spec.commandLine().getOut();
    if (request.user().groups().contains(User.MASTERS)) {
      AccessAnswers.printMasters(flags.format, out);
      return 0;
    }
    Explanation why = new PolicyQuestions(asked.policy().snapshot()).why(request);
    AccessAnswers.print(request, why, flags.format, out);
    return why instanceof Explanation.Allowed ? 0 : 1;
  }
}
