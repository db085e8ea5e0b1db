package dev.muster.apiserver.plugin;

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
 * An authorizer from a plugin, kept from doing harm: one that throws, or answers nothing, refuses.
 * INVARIANT (closed on failure): no later mode is asked then, since a broken module may have meant
 * to deny.
 */
public final class PluginAuthorizer implements Authorizer, RuleResolver, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(PluginAuthorizer.class);

  private final String name;
  private final Authorizer inner;

  PluginAuthorizer(String name, @Nullable Authorizer inner) {
    if (inner == null) {
      throw new IllegalStateException("its factory made no authorizer");
    }
    this.name = name;
    this.inner = inner;
  }

  @Override
  public Decision authorize(Attributes request) {
    try {
      @Nullable Decision decision = inner.authorize(request);
      return decision == null ? failure("gave no decision") : decision;
    } catch (RuntimeException | LinkageError | StackOverflowError e) {
      LOG.error("authorization mode {} failed", name, e);
      return failure("failed: " + e.getClass().getSimpleName());
    }
  }

  private Decision failure(String what) {
    String problem = "authorization mode \"" + name + "\" " + what;
    return new Decision.Deny(problem, List.of(problem));
  }

  @Override
  public Rules rulesFor(User user, String namespace) {
    if (!(inner instanceof RuleResolver resolver)) {
      return Rules.unsupportedBy(name);
    }
    try {
      return resolver.rulesFor(user, namespace);
    } catch (RuntimeException | LinkageError | StackOverflowError e) {
      LOG.error("authorization mode {} failed to list rules", name, e);
      return new Rules(List.of(), List.of(), true, "authorization mode \"" + name + "\" failed");
    }
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
