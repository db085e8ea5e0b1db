package dev.muster.admission.certificates;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.admission.AdmissionPlugin;
import dev.muster.admission.AdmissionRequest;
import dev.muster.admission.Operation;
import dev.muster.authz.Authorizer;
import dev.muster.views.CertificatesV1.CertificateSigningRequest;
import dev.muster.views.CertificatesV1.CertificateSigningRequestStatus;

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
        && changed(
            CertificateSigningRequest.of(old).status(),
            CertificateSigningRequest.of(object).status())) {
      access.check(request, old);
    }
  }

  private static boolean changed(
      CertificateSigningRequestStatus before, CertificateSigningRequestStatus now) {
    return !before.certificate().node().equals(now.certificate().node())
        || !before.conditions().at().node().equals(now.conditions().at().node());
  }
}
