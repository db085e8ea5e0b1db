package dev.muster.authz.rbac;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.muster.authz.Attributes;
import dev.muster.authz.User;
import dev.muster.authz.rbac.defaults.DefaultPolicy;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A check that allows allocates nothing, once its answer has been given before. */
class CheckAllocationTest {
  private static final int CHECKS = 10_000;

  @Test
  void allocatesNothingOnTheAllowPath() {
    RbacIndex index = new RbacIndex();
    List<RbacObject> objects = new ArrayList<>(DefaultPolicy.objects());
    for (int i = 0; i < 1000; i++) {
      objects.add(
          new RbacObject.RoleBinding(
              Metadata.named("ns" + i, "view"),
              List.of(Subject.user("user" + i), Subject.group("team" + i % 7)),
              RoleRef.clusterRole("system:aggregate-to-view")));
    }
    index.replaceAll(objects);
    RbacAuthorizer authorizer = new RbacAuthorizer(index);
    Attributes[] requests = new Attributes[64];
    for (int i = 0; i < requests.length; i++) {
      User user = User.of("user" + i, "system:authenticated", "team" + i % 7);
      requests[i] = Attributes.resource(user, "get", "", "v1", "pods", "log", "ns" + i, "p");
    }
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    allowed(authorizer, requests);
    long before = threads.getCurrentThreadAllocatedBytes();
    int allowed = allowed(authorizer, requests);
    long allocated = threads.getCurrentThreadAllocatedBytes() - before;
    assertThat(allowed).isEqualTo(CHECKS);
    // the question how much was allocated takes a little itself, now and then
    assertThat(allocated).isLessThan(CHECKS);
  }

  private static int allowed(RbacAuthorizer authorizer, Attributes[] requests) {
    int allowed = 0;
    for (int i = 0; i < CHECKS; i++) {
      if (authorizer.authorize(requests[i % requests.length]).allowed()) {
        allowed++;
      }
    }
    return allowed;
  }
}
