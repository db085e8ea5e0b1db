package dev.muster.admission.certificates;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.admission.AdmissionRequest;
import dev.muster.admission.Operation;
import dev.muster.authz.Attributes;
import dev.muster.authz.Authorizer;
import dev.muster.base.go.GoText;
import dev.muster.views.CertificatesV1.CertificateSigningRequest;

/** The right to approve or sign for a signer, or for all signers of its domain. */
final class SignerAccess {
  private static final String GROUP = "certificates.k8s.io";

  private final Authorizer authorizer;
  private final String verb;

  SignerAccess(Authorizer authorizer, String verb) {
    this.authorizer = authorizer;
    this.verb = verb;
  }

  /** Whether the request changes this part of a certificate signing request. */
  static boolean concerns(AdmissionRequest request, Operation operation, String subresource) {
    return request.operation() == operation
        && request.subresource().equals(subresource)
        && request.kind().group().equals(GROUP)
        && request.kind().kind().equals("CertificateSigningRequest");
  }

  /** Refuses unless the user has the right for the signer that the stored object names. */
  void check(AdmissionRequest request, ObjectNode stored) {
    String signer = CertificateSigningRequest.of(stored).spec().signerName().text();
    int slash = signer.indexOf('/');
    if (!allowed(request, signer)
        && !(slash >= 0 && allowed(request, signer.substring(0, slash) + "/*"))) {
      throw request.forbidden(
          "user not permitted to " + verb + " requests with signerName " + GoText.quote(signer));
    }
  }

  private boolean allowed(AdmissionRequest request, String signer) {
    return authorizer
        .authorize(Attributes.resource(request.user(), verb, GROUP, "*", "signers", "", "", signer))
        .allowed();
  }
}
