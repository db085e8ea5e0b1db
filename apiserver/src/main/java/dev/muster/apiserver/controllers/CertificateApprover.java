package dev.muster.apiserver.controllers;

import dev.muster.authz.Attributes;
import dev.muster.authz.Authorizer;
import dev.muster.authz.User;
import dev.muster.kinds.certificates.Signers;
import dev.muster.model.scheme.Kind;
import dev.muster.model.scheme.Kinds;
import dev.muster.pki.BadCertificateException;
import dev.muster.pki.CertificateRequest;
import dev.muster.views.CertificatesV1.CertificateSigningRequestSpec;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Approves certificates with which kubelets are clients, for those who may have them without being
 * asked: nodes that renew their own, and whoever brings nodes into the cluster.
 */
final class CertificateApprover implements Controller {
  private final Writer writer;
  private final Kind requests;
  private final Authorizer authorizer;

  CertificateApprover(Writer writer, Kinds kinds, Authorizer authorizer) {
    this.writer = writer;
    this.requests = SigningRequest.kind(kinds);
    this.authorizer = authorizer;
  }

  @Override
  public String name() {
    return "certificatesigningrequest-approving-controller";
  }

  @Override
  public Collection<String> keysFor(Change change) {
    return SigningRequest.keys(requests, change);
  }

  @Override
  public Sync sync(String name) {
    SigningRequest.find(writer, requests, name)
        .filter(found -> found.certificate().isEmpty())
        .filter(found -> !found.has("Approved") && !found.has("Denied"))
        .filter(found -> found.signerName().equals(Signers.KUBELET_CLIENT.signerName()))
        .ifPresent(found -> decide(name, found));
    return Sync.DONE;
  }

  private void decide(String name, SigningRequest asked) {
    try {
      CertificateRequest request = asked.request();
      if (Signers.KUBELET_CLIENT.fault(request, asked.usages()).isPresent()) {
        return;
      }
      boolean own = asked.username().equals(request.commonName());
      if (own && allowed(asked, "selfnodeclient")) {
        approve(name, "Auto approving self kubelet client certificate after SubjectAccessReview.");
      } else if (allowed(asked, "nodeclient")) {
        approve(name, "Auto approving kubelet client certificate after SubjectAccessReview.");
      }
    } catch (BadCertificateException e) {
      // whoever looks at it decides
    }
  }

  private void approve(String name, String message) {
    writer.change(
        requests,
        "",
        name,
        "approval",
        object -> SigningRequest.addCondition(object, "Approved", "AutoApproved", message));
  }

  private boolean allowed(SigningRequest asked, String subresource) {
    return authorizer
        .authorize(
            Attributes.resource(
                requester(asked),
                "create",
                requests.group(),
                "*",
                requests.plural(),
                subresource,
                "",
                ""))
        .allowed();
  }

  private static User requester(SigningRequest asked) {
    CertificateSigningRequestSpec spec = asked.object().spec();
    Map<String, List<String>> extra = new LinkedHashMap<>();
    spec.extra().entries().forEach(one -> extra.put(one.getKey(), one.getValue().texts()));
    return new User(spec.username().text(), spec.uid().text(), spec.groups().texts(), extra);
  }
}
