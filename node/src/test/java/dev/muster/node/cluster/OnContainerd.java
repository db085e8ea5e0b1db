package dev.muster.node.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Gives all test classes that ask for it the same {@link Stories}, closed after the last one. What
 * a test that failed left behind is gone before the next class, which may count pods.
 */
public final class OnContainerd implements ParameterResolver, AfterAllCallback {
  private static final ExtensionContext.Namespace SHARED =
      ExtensionContext.Namespace.create(OnContainerd.class);

  @Override
  public void afterAll(ExtensionContext context) throws IOException {
    Stories stories = context.getRoot().getStore(SHARED).get(Stories.class, Stories.class);
    if (stories != null) {
      stories.clear();
    }
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == Stories.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return context
        .getRoot()
        .getStore(SHARED)
        .computeIfAbsent(Stories.class, type -> start(), Stories.class);
  }

  private static Stories start() {
    try {
      return new Stories();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
