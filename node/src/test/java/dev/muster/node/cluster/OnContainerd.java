package dev.muster.node.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Gives all test classes that ask for it the same {@link Stories}, closed after the last one. */
public final class OnContainerd implements ParameterResolver {
  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == Stories.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return context
        .getRoot()
        .getStore(ExtensionContext.Namespace.create(OnContainerd.class))
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
