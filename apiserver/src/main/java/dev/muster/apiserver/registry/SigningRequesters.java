package dev.muster.apiserver.registry;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.authz.User;
import dev.muster.model.codec.Times;
import dev.muster.views.CertificatesV1.CertificateSigningRequest;
import dev.muster.views.CertificatesV1.CertificateSigningRequestCondition;
import dev.muster.views.CertificatesV1.MutableCertificateSigningRequest;
import dev.muster.views.CertificatesV1.MutableCertificateSigningRequestCondition;
import dev.muster.views.CertificatesV1.MutableCertificateSigningRequestSpec;
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
      requester(MutableCertificateSigningRequest.of(object).spec().ensure(), request.user());
    } else if (!request.subresource().isEmpty()) {
      times(CertificateSigningRequest.of(object), old);
    }
    return Hold.NOTHING;
  }

  private static void requester(MutableCertificateSigningRequestSpec spec, User user) {
    spec.username(user.name());
    if (!user.uid().isEmpty()) {
      spec.uid(user.uid());
    }
    if (!user.groups().isEmpty()) {
      ArrayNode groups = spec.groups().replaceList();
      user.groups().forEach(groups::add);
    }
    if (!user.extra().isEmpty()) {
      ObjectNode extra = spec.extra().replaceMap();
      user.extra().forEach((key, values) -> values.forEach(extra.putArray(key)::add));
    }
  }

  private void times(CertificateSigningRequest object, ObjectNode old) {
    String now = Times.seconds(clock.instant());
    for (CertificateSigningRequestCondition condition : object.status().conditions()) {
      MutableCertificateSigningRequestCondition open =
          MutableCertificateSigningRequestCondition.of((ObjectNode) condition.tree());
      if (open.lastUpdateTime().node().asText("").isEmpty()) {
        open.lastUpdateTime(now);
      }
      if (open.lastTransitionTime().node().asText("").isEmpty()) {
        open.lastTransitionTime(transition(open.tree(), CertificateSigningRequest.of(old), now));
      }
    }
  }

  /** When the condition got its status; now if it did not have it before. */
  private static String transition(JsonNode condition, CertificateSigningRequest old, String now) {
    for (CertificateSigningRequestCondition before : old.status().conditions()) {
      String time = before.lastTransitionTime().text();
      if (before
              .type()
              .node()
              .equals(CertificateSigningRequestCondition.of(condition).type().node())
          && before
              .status()
              .node()
              .equals(CertificateSigningRequestCondition.of(condition).status().node())
          && !time.isEmpty()) {
        return time;
      }
    }
    return now;
  }
}
