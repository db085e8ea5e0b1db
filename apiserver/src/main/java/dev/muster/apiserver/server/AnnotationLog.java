package dev.muster.apiserver.server;

import dev.muster.admission.AdmissionRequest;
import dev.muster.admission.AuditTrail;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What admission notes for the audit goes to the server's log. */
final class AnnotationLog implements AuditTrail {
  private static final Logger LOG = LoggerFactory.getLogger(AnnotationLog.class);

  @Override
  public void annotate(AdmissionRequest request, String key, String value) {
    LOG.atInfo()
        .addKeyValue("user", request.user().name())
        .addKeyValue("operation", request.operation())
        .addKeyValue("resource", request.kind().qualifiedPlural())
        .addKeyValue("namespace", request.namespace())
        .addKeyValue("name", request.name())
        .addKeyValue("annotation", key)
        .addKeyValue("value", value)
        .log("audit annotation");
  }
}
