package dev.muster.admission.node;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.admission.AdmissionRequest;
import dev.muster.admission.Operation;
import dev.muster.pki.BadCertificateException;
import dev.muster.pki.CertificateRequest;
import java.io.IOException;
import java.util.Set;

/** A node asks for certificates in its own name. */
final class CertificateRules {
  private static final Set<String> FOR_NODES =
      Set.of("kubernetes.io/kubelet-serving", "kubernetes.io/kube-apiserver-client-kubelet");

  private CertificateRules() {}

  static void check(String node, AdmissionRequest request) {
    JsonNode spec = NodeRestriction.object(request).path("spec");
    if (request.operation() != Operation.CREATE
        || !request.subresource().isEmpty()
        || !FOR_NODES.contains(spec.path("signerName").asText())) {
      return;
    }
    String name;
    try {
      name = CertificateRequest.parse(spec.path("request").binaryValue()).commonName();
    } catch (IOException | BadCertificateException e) {
      throw request.forbidden("unable to parse csr: " + e.getMessage());
    }
    if (!name.equals("system:node:" + node)) {
      throw request.forbidden("can only create a node CSR with CN=system:node:" + node);
    }
  }
}
