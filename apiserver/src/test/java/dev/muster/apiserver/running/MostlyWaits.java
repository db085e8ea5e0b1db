package dev.muster.apiserver.running;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.Set;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.ResourceLocksProvider;

/**
 * A class of tests that waits more than it works, for kubectl or for time to pass. It runs beside
 * other classes; its own tests run one after the other.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Execution(ExecutionMode.CONCURRENT)
@ResourceLock(providers = MostlyWaits.OneByOne.class)
public @interface MostlyWaits {
  /** A lock that nobody else takes: who holds one has no tests side by side. */
  final class OneByOne implements ResourceLocksProvider {
    @Override
    public Set<Lock> provideForClass(Class<?> test) {
      return Set.of(new Lock(test.getName()));
    }
  }
}
