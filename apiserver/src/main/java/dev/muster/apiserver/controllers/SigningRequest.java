package dev.muster.apiserver.controllers;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.apiserver.registry.StoredObject;
import dev.muster.model.scheme.Kind;
import dev.muster.model.scheme.Kinds;
import dev.muster.pki.BadCertificateException;
import dev.muster.pki.CertificateRequest;
import dev.muster.store.Entry;
import dev.muster.views.CertificatesV1.CertificateSigningRequest;
import dev.muster.views.CertificatesV1.MutableCertificateSigningRequest;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** A stored CertificateSigningRequest, as its controllers look at it. */
record SigningRequest(CertificateSigningRequest object) {

  static Kind kind(Kinds kinds) {
    return kinds.byKind("certificates.k8s.io/v1", "CertificateSigningRequest").orElseThrow();
  }

  static Optional<SigningRequest> find(Writer writer, Kind kind, String name) {
    Entry<StoredObject> entry = writer.registry().find(kind, "", name);
    return Optional.ofNullable(entry)
        .map(found -> new SigningRequest(CertificateSigningRequest.of(found.value().tree())));
  }

  /** The names of requests that are there. */
  static Collection<String> keys(Kind requests, Change change) {
    return change.isOf(requests.storagePrefix()) && !change.gone()
        ? List.of(change.name())
        : List.of();
  }

  String signerName() {
    return object.spec().signerName().text();
  }

  String username() {
    return object.spec().username().text();
  }

  List<String> usages() {
    return object.spec().usages().texts();
  }

  CertificateRequest request() throws BadCertificateException {
    return CertificateRequest.parse(Base64.getDecoder().decode(object.spec().request().text()));
  }

  /** As PEM; empty if it was not issued. */
  String certificate() {
    return object.status().certificate().text();
  }

  boolean has(String condition) {
    return object.status().conditions().stream()
        .anyMatch(one -> one.type().text().equals(condition) && one.status().text().equals("True"));
  }

  static void addCondition(ObjectNode object, String type, String reason, String message) {
    MutableCertificateSigningRequest.of(object)
        .status()
        .ensure()
        .conditions()
        .add()
        .type(type)
        .status("True")
        .reason(reason)
        .message(message);
  }
}
