package dev.muster.admission.certificates;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.admission.AdmissionPlugin;
import dev.muster.admission.AdmissionRequest;
import dev.muster.admission.Operation;
import dev.muster.authz.Authorizer;

/** Who decides about a request may approve for its signer. */
public final class CertificateApproval implements AdmissionPlugin {
  private final SignerAccess access;

  public CertificateApproval(Authorizer authorizer) {
    this.access = new SignerAccess(authorizer, "approve");
  }

  @Override
  public String name() {
    return "CertificateApproval";
  }

  @Override
  public void validate(AdmissionRequest request) {
    ObjectNode old = request.old();
    if (old != null && SignerAccess.concerns(request, Operation.UPDATE, "approval")) {
      access.check(request, old);
    }
  }
}
