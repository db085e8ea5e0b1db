package dev.muster.cli.access;

import dev.muster.access.question.KnownResources;
import dev.muster.access.question.Question;
import dev.muster.apiserver.authzconfig.AuthorizationConfiguration;
import dev.muster.apiserver.authzconfig.ChainBuilder;
import dev.muster.apiserver.authzconfig.ConfigurationReader;
import dev.muster.apiserver.authzconfig.ConfiguredAuthorizer;
import dev.muster.apiserver.authzwebhook.WebhookEvents;
import dev.muster.apiserver.reload.InvalidConfigurationException;
import dev.muster.apiserver.reviews.SelectorReading;
import dev.muster.authz.Attributes;
import dev.muster.client.kubeconfig.KubeconfigException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code muster authz test}: what each authorizer of a configuration would answer. */
@Command(
    name = "test",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Tells what each authorizer of an AuthorizationConfiguration would answer, and what all of"
          + " them together. Webhooks are asked. Exits 0 if it is allowed, 1 if it is not, 2 if the"
          + " configuration is no good."
    },
    footer = {
      "",
      "Example:",
      "  muster authz test --authorization-config authz.yaml -f rbac/ --as alice list pods"
    })
public final class AuthzTestCommand implements Callable<Integer> {
  private static final List<String> TYPES =
      List.of("ABAC", "AlwaysAllow", "AlwaysDeny", "Node", "RBAC", "Webhook");
  private static final int WRONG = 2;

  @Mixin private QuestionFlags question = new QuestionFlags();

  @Option(
      names = "--authorization-config",
      required = true,
      paramLabel = "FILE",
      description = "The configuration.")
  private Path config = Path.of("");

  @Option(
      names = "--authorization-policy-file",
      paramLabel = "FILE",
      description = "The policy of an authorizer of type ABAC.")
  private @Nullable Path policy;

  @Mixin private AskerFlags asker = new AskerFlags();

  @Option(
      names = "--field-selector",
      paramLabel = "SELECTOR",
      description = "What a list, watch or deletecollection is narrowed to.")
  private String fields = "";

  @Option(
      names = {"-l", "--selector"},
      paramLabel = "SELECTOR",
      description = "The same, by labels.")
  private String labels = "";

  @Mixin private PolicyFlags flags = new PolicyFlags();

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws Exception {
    ChainNotes notes = new ChainNotes();
    try (ConfiguredAuthorizer authorizer = authorizer(notes)) {
      Attributes request = request();
      ChainAnswers answers = ChainAnswers.of(request.user(), authorizer.each(request), notes);
      answers.print(flags.format, spec.commandLine().getOut());
      return answers.allowed() ? 0 : 1;
    } catch (InvalidConfigurationException | KubeconfigException e) {
      spec.commandLine().getErr().println(e.getMessage());
      return WRONG;
    }
  }

  private ConfiguredAuthorizer authorizer(ChainNotes notes)
      throws IOException, InterruptedException {
    AuthorizationConfiguration configuration =
        new ConfigurationReader(TYPES).read(config).configuration();
    return new ConfiguredAuthorizer(
        configuration,
        new ChainBuilder(
            TestedAuthorizers.of(configuration.typesButWebhooks(), flags, policy),
            notes,
            new WebhookEvents()));
  }

  private Attributes request() {
    Question words = question.by(asker.user(), flags.namespace(), KnownResources.builtIn());
    new Notes(spec.commandLine().getErr()).warn(words.warnings(), flags.strict());
    Attributes asked = words.attributes();
    return new Attributes(
        asked.user(),
        asked.verb(),
        asked.resourceRequest(),
        asked.apiGroup(),
        asked.apiVersion(),
        asked.resource(),
        asked.subresource(),
        asked.namespace(),
        asked.name(),
        asked.path(),
        SelectorReading.ofFields(fields).requirements(),
        SelectorReading.ofLabels(labels).requirements());
  }
}
