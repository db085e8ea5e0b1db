package dev.muster.apiserver.controllers;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.apiserver.registry.StoredObject;
import dev.muster.model.field.At;
import dev.muster.model.scheme.Kind;
import dev.muster.model.scheme.Kinds;
import dev.muster.pki.BadCertificateException;
import dev.muster.pki.CertificateRequest;
import dev.muster.store.Entry;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** A stored CertificateSigningRequest, as its controllers look at it. */
record SigningRequest(ObjectNode object) {

  static Kind kind(Kinds kinds) {
    return kinds.byKind("certificates.k8s.io/v1", "CertificateSigningRequest").orElseThrow();
  }

  static Optional<SigningRequest> find(Writer writer, Kind kind, String name) {
    Entry<StoredObject> entry = writer.registry().find(kind, "", name);
    return Optional.ofNullable(entry).map(found -> new SigningRequest(found.value().tree()));
  }

  /** The names of requests that are there. */
  static Collection<String> keys(Kind requests, Change change) {
    return change.isOf(requests.storagePrefix()) && !change.gone()
        ? List.of(change.name())
        : List.of();
  }

  String signerName() {
    return object.path("spec").path("signerName").asText();
  }

  String username() {
    return object.path("spec").path("username").asText();
  }

  List<String> usages() {
    return At.root(object).get("spec", "usages").texts();
  }

  CertificateRequest request() throws BadCertificateException {
    return CertificateRequest.parse(
        Base64.getDecoder().decode(object.path("spec").path("request").asText()));
  }

  /** As PEM; empty if it was not issued. */
  String certificate() {
    return object.path("status").path("certificate").asText();
  }

  boolean has(String condition) {
    for (JsonNode one : object.path("status").path("conditions")) {
      if (one.path("type").asText().equals(condition)
          && one.path("status").asText().equals("True")) {
        return true;
      }
    }
    return false;
  }

  static void addCondition(ObjectNode object, String type, String reason, String message) {
    object
        .withObject("status")
        .withArray("conditions")
        .addObject()
        .put("type", type)
        .put("status", "True")
        .put("reason", reason)
        .put("message", message);
  }
}
