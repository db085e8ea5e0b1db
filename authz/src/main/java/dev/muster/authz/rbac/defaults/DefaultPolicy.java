package dev.muster.authz.rbac.defaults;

import dev.muster.authz.rbac.RbacObject;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** What Kubernetes 1.35 creates at its first start. Immutable, read once from the class path. */
public final class DefaultPolicy {
  private static final List<RbacObject> OBJECTS = load();

  private DefaultPolicy() {}

  /**
   * Cluster roles before the bindings that use them. Aggregated roles have no rules: whoever
   * aggregates fills them in.
   */
  public static List<RbacObject> objects() {
    return OBJECTS;
  }

  private static List<RbacObject> load() {
    try (InputStream in = DefaultPolicy.class.getResourceAsStream("policy.txt")) {
      if (in == null) {
        throw new IllegalStateException("default policy is missing from the class path");
      }
      return PolicyText.parse(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the default policy", e);
    }
  }
}
