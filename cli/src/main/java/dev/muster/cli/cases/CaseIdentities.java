package dev.muster.cli.cases;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.cli.identity.PodIdentities;
import dev.muster.identity.EffectiveContext;
import dev.muster.identity.GroupsPolicy;
import dev.muster.identity.IdentityException;
import dev.muster.identity.ImageAccounts;
import dev.muster.identity.NonRoot;
import dev.muster.identity.ProcessIdentity;
import dev.muster.views.ContainerSpec;
import dev.muster.views.CoreV1.Pod;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Who the processes of an admitted pod would be, held against what is expected. */
final class CaseIdentities {
  private final Map<String, CaseImage> images;

  CaseIdentities(Map<String, CaseImage> images) {
    this.images = images;
  }

  /** The first difference; empty if all containers are as expected. */
  Optional<String> difference(JsonNode object, Map<String, ExpectedIdentity> expected) {
    Pod pod = PodIdentities.pod(object);
    for (Map.Entry<String, ExpectedIdentity> entry : expected.entrySet()) {
      Optional<String> found = one(pod, entry.getKey(), entry.getValue());
      if (found.isPresent()) {
        return Optional.of("container \"" + entry.getKey() + "\" " + found.get());
      }
    }
    return Optional.empty();
  }

  private Optional<String> one(Pod pod, String name, ExpectedIdentity expected) {
    Optional<ContainerSpec> container = pod.container(name);
    return container.isEmpty()
        ? Optional.of("is not there")
        : compare(pod, container.get(), expected);
  }

  private Optional<String> compare(Pod pod, ContainerSpec container, ExpectedIdentity expected) {
    String image = container.image();
    @Nullable CaseImage known = images.get(image);
    try {
      EffectiveContext context =
          EffectiveContext.of(
              pod.spec().securityContext().tree(), container.securityContext().tree());
      if (known == null && imageDecides(context)) {
        return Optional.of("is what image \"" + image + "\" says: describe it under images");
      }
      String user = known == null ? "" : known.user();
      Optional<String> refusal = NonRoot.refusal(context, user, "pod", container.name());
      if (refusal.isPresent()) {
        return refused(refusal.get(), expected);
      }
      ImageAccounts accounts =
          known == null ? ImageAccounts.none() : ImageAccounts.of(known.passwd(), known.group());
      ProcessIdentity identity = ProcessIdentity.resolve(context.request(user), accounts);
      return expected.refused() != null
          ? Optional.of("would start as " + identity.uid().value() + ", expected to be refused")
          : ids(identity, expected);
    } catch (IdentityException e) {
      return refused(String.valueOf(e.getMessage()), expected);
    }
  }

  /** The user's primary group and, unless the policy is Strict, further ones are the image's. */
  private static boolean imageDecides(EffectiveContext context) {
    return context.runAsUser() == null
        || context.runAsGroup() == null
        || context.policy() != GroupsPolicy.STRICT;
  }

  private static Optional<String> refused(String why, ExpectedIdentity expected) {
    String wanted = expected.refused();
    return wanted != null && why.contains(wanted)
        ? Optional.empty()
        : Optional.of("would be refused: " + why);
  }

  private static Optional<String> ids(ProcessIdentity identity, ExpectedIdentity expected) {
    Long uid = expected.uid();
    Long gid = expected.gid();
    List<Long> groups = expected.groups();
    if (uid != null && uid != identity.uid().value()) {
      return differs("uid", identity.uid().value(), uid, identity.uid().explanation());
    }
    if (gid != null && gid != identity.gid().value()) {
      return differs("gid", identity.gid().value(), gid, identity.gid().explanation());
    }
    if (groups != null && !new TreeSet<>(groups).equals(new TreeSet<>(identity.groupIds()))) {
      return Optional.of(
          "has groups " + new TreeSet<>(identity.groupIds()) + ", expected " + groups);
    }
    return Optional.empty();
  }

  private static Optional<String> differs(String what, long is, long expected, String why) {
    return Optional.of("has " + what + " " + is + " (" + why + "), expected " + expected);
  }
}
