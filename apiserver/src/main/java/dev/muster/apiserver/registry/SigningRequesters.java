package dev.muster.apiserver.registry;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.authz.User;
import dev.muster.model.codec.Times;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/** Writes into certificate signing requests who asks, and when their conditions changed. */
public final class SigningRequesters implements Assignment {
  private final InstantSource clock;

  public SigningRequesters(InstantSource clock) {
    this.clock = clock;
  }

  @Override
  public Hold assign(WriteRequest request, ObjectNode object, @Nullable ObjectNode old) {
    if (!request.kind().group().equals("certificates.k8s.io")
        || !request.kind().kind().equals("CertificateSigningRequest")) {
      return Hold.NOTHING;
    }
    if (old == null) {
      requester(object.withObject("spec"), request.user());
    } else if (!request.subresource().isEmpty()) {
      times(object, old);
    }
    return Hold.NOTHING;
  }

  private static void requester(ObjectNode spec, User user) {
    spec.put("username", user.name());
    if (!user.uid().isEmpty()) {
      spec.put("uid", user.uid());
    }
    if (!user.groups().isEmpty()) {
      ArrayNode groups = spec.putArray("groups");
      user.groups().forEach(groups::add);
    }
    if (!user.extra().isEmpty()) {
      ObjectNode extra = spec.putObject("extra");
      user.extra().forEach((key, values) -> values.forEach(extra.putArray(key)::add));
    }
  }

  private void times(ObjectNode object, ObjectNode old) {
    String now = Times.seconds(clock.instant());
    for (JsonNode condition : object.path("status").path("conditions")) {
      ObjectNode open = (ObjectNode) condition;
      if (open.path("lastUpdateTime").asText("").isEmpty()) {
        open.put("lastUpdateTime", now);
      }
      if (open.path("lastTransitionTime").asText("").isEmpty()) {
        open.put("lastTransitionTime", transition(open, old, now));
      }
    }
  }

  /** When the condition got its status; now if it did not have it before. */
  private static String transition(JsonNode condition, ObjectNode old, String now) {
    for (JsonNode before : old.path("status").path("conditions")) {
      String time = before.path("lastTransitionTime").asText("");
      if (before.path("type").equals(condition.path("type"))
          && before.path("status").equals(condition.path("status"))
          && !time.isEmpty()) {
        return time;
      }
    }
    return now;
  }
}
