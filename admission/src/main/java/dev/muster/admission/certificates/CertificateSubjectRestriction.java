package dev.muster.admission.certificates;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.admission.AdmissionPlugin;
import dev.muster.admission.AdmissionRequest;
import dev.muster.admission.Operation;
import dev.muster.authz.User;
import dev.muster.kinds.certificates.Signers;
import dev.muster.pki.BadCertificateException;
import dev.muster.pki.CertificateRequest;
import dev.muster.views.CertificatesV1.CertificateSigningRequest;
import dev.muster.views.CertificatesV1.CertificateSigningRequestSpec;
import java.util.Base64;
import java.util.List;

/** Nobody asks for a certificate that makes a member of the group that may do anything. */
public final class CertificateSubjectRestriction implements AdmissionPlugin {
  private static final String SIGNER = Signers.CLIENT.signerName();

  @Override
  public String name() {
    return "CertificateSubjectRestriction";
  }

  @Override
  public void validate(AdmissionRequest request) {
    ObjectNode object = request.object();
    if (object == null || !SignerAccess.concerns(request, Operation.CREATE, "")) {
      return;
    }
    CertificateSigningRequestSpec spec = CertificateSigningRequest.of(object).spec();
    if (spec.signerName().text().equals(SIGNER)
        && organizations(request, spec).contains(User.MASTERS)) {
      throw request.forbidden(
          "use of " + SIGNER + " signer with " + User.MASTERS + " group is not allowed");
    }
  }

  private static List<String> organizations(
      AdmissionRequest request, CertificateSigningRequestSpec spec) {
    try {
      String base64 = spec.request().text();
      return CertificateRequest.parse(Base64.getDecoder().decode(base64)).organizations();
    } catch (BadCertificateException | IllegalArgumentException e) {
      throw request.forbidden("failed to parse CSR: " + e.getMessage());
    }
  }
}
