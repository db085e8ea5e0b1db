package dev.muster.apiserver.authzconfig;

import dev.muster.apiserver.reload.InvalidConfigurationException;
import dev.muster.apiserver.reload.ReloadCandidate;
import dev.muster.apiserver.reload.ReloadSteps;
import dev.muster.authz.Attributes;
import dev.muster.authz.Authorizer;
import dev.muster.authz.Decision;
import dev.muster.authz.RuleResolver;
import dev.muster.authz.Rules;
import dev.muster.authz.User;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Asks the chain of the configuration that is in force. Thread-safe. */
public final class ConfiguredAuthorizer implements Authorizer, RuleResolver, AutoCloseable {
  private volatile AuthorizerChain current;

  /**
   * @throws InvalidConfigurationException if an authorizer cannot be made
   */
  public ConfiguredAuthorizer(AuthorizationConfiguration configuration, ChainBuilder builder) {
    this.current = builder.build(configuration);
  }

  /** What one authorizer says, whatever the others do. */
  public record Answer(String type, String name, Decision decision) {}

  @Override
  public Decision authorize(Attributes request) {
    return inOne(chain -> chain.authorize(request));
  }

  @Override
  public Rules rulesFor(User user, String namespace) {
    return inOne(chain -> chain.rulesFor(user, namespace));
  }

  /** What each authorizer says by itself, in their order. */
  public List<Answer> each(Attributes request) {
    return inOne(
        chain ->
            chain.links().stream()
                .map(
                    link ->
                        new Answer(link.type(), link.name(), link.authorizer().authorize(request)))
                .toList());
  }

  /** The types of the authorizers, in their order. */
  public List<String> types() {
    return inOne(chain -> chain.links().stream().map(AuthorizerChain.Link::type).toList());
  }

  /**
   * Asks one chain several questions.
   *
   * @param instead who is asked in place of the authorizers of a type
   */
  public <T> T pinned(Map<String, Authorizer> instead, Function<PinnedChain, T> questions) {
    return inOne(chain -> questions.apply(new PinnedChain(chain.links(), instead)));
  }

  /** What is wrong with the webhooks at the moment; empty for each that is well. */
  public Optional<String> webhookProblem() {
    List<String> problems =
        inOne(
            chain ->
                chain.links().stream()
                    .flatMap(link -> link.troubles().stream())
                    .flatMap(troubles -> troubles.problem().stream())
                    .toList());
    return problems.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", problems));
  }

  /** Whether a webhook is among the authorizers. */
  public boolean hasWebhooks() {
    return inOne(chain -> chain.links().stream().anyMatch(link -> link.troubles().isPresent()));
  }

  private <T> T inOne(Function<AuthorizerChain, T> question) {
    AuthorizerChain chain = current;
    while (!chain.enter()) {
      // it was replaced after it was read, and the next one is there already; unless all is over
      AuthorizerChain next = current;
      if (next == chain) {
        return question.apply(chain);
      }
      chain = next;
    }
    try {
      return question.apply(chain);
    } finally {
      chain.leave();
    }
  }

  /**
   * How another configuration comes into force. Types that are there to begin with, webhooks aside,
   * must stay.
   */
  public ReloadSteps<AuthorizationConfiguration, ? extends ReloadCandidate> reloads(
      ConfigurationReader reader, AuthorizationConfiguration initial, ChainBuilder builder) {
    List<String> required = initial.typesButWebhooks();
    return new ReloadSteps<>(bytes -> reader.read(bytes, required), builder::build, this::replace);
  }

  /** From now on this chain is asked; who is in the one before goes on there. */
  void replace(AuthorizerChain next) {
    AuthorizerChain before = current;
    current = next;
    before.close();
  }

  @Override
  public void close() {
    current.close();
  }
}
