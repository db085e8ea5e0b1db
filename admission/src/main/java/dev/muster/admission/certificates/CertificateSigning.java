package dev.muster.admission.certificates;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.admission.AdmissionPlugin;
import dev.muster.admission.AdmissionRequest;
import dev.muster.admission.Operation;
import dev.muster.authz.Authorizer;

/** Who gives a request its certificate, or other conditions, may sign for its signer. */
public final class CertificateSigning implements AdmissionPlugin {
  private final SignerAccess access;

  public CertificateSigning(Authorizer authorizer) {
    this.access = new SignerAccess(authorizer, "sign");
  }

  @Override
  public String name() {
    return "CertificateSigning";
  }

  @Override
  public void validate(AdmissionRequest request) {
    ObjectNode old = request.old();
    ObjectNode object = request.object();
    if (old != null
        && object != null
        && SignerAccess.concerns(request, Operation.UPDATE, "status")
        && changed(old.path("status"), object.path("status"))) {
      access.check(request, old);
    }
  }

  private static boolean changed(JsonNode before, JsonNode now) {
    return !before.path("certificate").equals(now.path("certificate"))
        || !before.path("conditions").equals(now.path("conditions"));
  }
}
