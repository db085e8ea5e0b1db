package dev.muster.apiserver.plugins;

import dev.muster.apiserver.failures.FailureTally;
import dev.muster.authz.Attributes;
import dev.muster.authz.Authorizer;
import dev.muster.authz.Decision;
import dev.muster.authz.RuleResolver;
import dev.muster.authz.Rules;
import dev.muster.authz.User;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An authorizer from a plugin, kept from doing harm: one that throws anything, or answers nothing,
 * never allows. INVARIANT (closed on failure): unless the policy says otherwise no later mode is
 * asked then, since a broken module may have meant to deny.
 */
public final class PluginAuthorizer implements Authorizer, RuleResolver, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(PluginAuthorizer.class);

  private final String name;
  private final Authorizer inner;
  private final FailurePolicy policy;
  private final FailureTally failures = new FailureTally(System::nanoTime);

  PluginAuthorizer(String name, @Nullable Authorizer inner, FailurePolicy policy) {
    if (inner == null) {
      throw new IllegalStateException("its factory made no authorizer");
    }
    this.name = name;
    this.inner = inner;
    this.policy = policy;
  }

  @Override
  public Decision authorize(Attributes request) {
    try {
      @Nullable Decision decision = inner.authorize(request);
      return decision == null ? failure(problem("gave no decision", null)) : decision;
    } catch (OutOfMemoryError e) {
      throw e;
    } catch (Throwable e) { // whatever it is, it names the module and ends here
      return failure(problem("failed: " + e.getClass().getSimpleName(), e));
    }
  }

  private Decision failure(String problem) {
    return switch (policy) {
      case Deny -> new Decision.Deny(problem, List.of(problem));
      case NoOpinion -> new Decision.NoOpinion("", List.of(problem));
    };
  }

  /** What to say of a failure; the log has it, too, but not each time. */
  private String problem(String what, @Nullable Throwable cause) {
    String problem = "authorization mode \"" + name + "\" " + what;
    long count = failures.add();
    if (count > 0) {
      LOG.error("{}: failures={}", problem, count, cause);
    }
    return problem;
  }

  @Override
  public Rules rulesFor(User user, String namespace) {
    if (!(inner instanceof RuleResolver resolver)) {
      return Rules.unsupportedBy(name);
    }
    try {
      @Nullable Rules rules = resolver.rulesFor(user, namespace);
      return rules == null ? incomplete(problem("gave no rules", null)) : rules;
    } catch (OutOfMemoryError e) {
      throw e;
    } catch (Throwable e) {
      return incomplete(problem("failed: " + e.getClass().getSimpleName(), e));
    }
  }

  private static Rules incomplete(String problem) {
    return new Rules(List.of(), List.of(), true, problem);
  }

  @Override
  public void close() {
    if (inner instanceof AutoCloseable open) {
      try {
        open.close();
      } catch (Exception e) {
        LOG.error("authorization mode {} cannot be closed", name, e);
      }
    }
  }
}
