package dev.muster.admission.node;

import dev.muster.admission.AdmissionRequest;
import dev.muster.admission.Operation;
import dev.muster.pki.BadCertificateException;
import dev.muster.pki.CertificateRequest;
import dev.muster.views.CertificatesV1.CertificateSigningRequest;
import dev.muster.views.CertificatesV1.CertificateSigningRequestSpec;
import java.io.IOException;
import java.util.Set;

/** A node asks for certificates in its own name. */
final class CertificateRules {
  private static final Set<String> FOR_NODES =
      Set.of("kubernetes.io/kubelet-serving", "kubernetes.io/kube-apiserver-client-kubelet");

  private CertificateRules() {}

  static void check(String node, AdmissionRequest request) {
    CertificateSigningRequestSpec spec =
        CertificateSigningRequest.of(NodeRestriction.object(request)).spec();
    if (request.operation() != Operation.CREATE
        || !request.subresource().isEmpty()
        || !FOR_NODES.contains(spec.signerName().text())) {
      return;
    }
    String name;
    try {
      name = CertificateRequest.parse(spec.request().node().binaryValue()).commonName();
    } catch (IOException | BadCertificateException e) {
      throw request.forbidden("unable to parse csr: " + e.getMessage());
    }
    if (!name.equals("system:node:" + node)) {
      throw request.forbidden("can only create a node CSR with CN=system:node:" + node);
    }
  }
}
