package dev.muster.apiserver.audit;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.http.Body;
import dev.muster.model.codec.DecodeException;
import dev.muster.model.codec.Encoder;
import dev.muster.model.codec.Trees;
import dev.muster.model.codec.Yaml;
import dev.muster.model.status.Status;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Semaphore;

/**
 * Copies what one request sent and was answered, as far as its rule asks for that, and only what
 * may be written. What nobody asked for is not looked at.
 */
final class BodyRecorder {
  /** Larger ones are not copied: the event says that they were left out. */
  static final int LARGEST = 3 << 20;

  static final BodyRecorder NOTHING =
      new BodyRecorder(AuditLevel.METADATA, false, Confidentiality.NONE);

  private static final String TRUNCATED = "audit.k8s.io/truncated";
  private static final String REDACTED = "audit.muster.dev/redacted";

  /** So many copies are made at a time: each takes several times its size for a moment. */
  private static final Semaphore COPIES =
      new Semaphore(Runtime.getRuntime().availableProcessors(), true);

  private final AuditLevel level;
  private final boolean omitManagedFields;
  private final Confidentiality confidentiality;
  private final Map<String, String> notes = new TreeMap<>();
  private byte[] request = {};
  private byte[] response = {};

  BodyRecorder(AuditRule rule, Confidentiality confidentiality) {
    this(rule.level(), rule.omitManagedFields(), confidentiality);
  }

  private BodyRecorder(
      AuditLevel level, boolean omitManagedFields, Confidentiality confidentiality) {
    this.level = level;
    this.omitManagedFields = omitManagedFields;
    this.confidentiality = confidentiality;
  }

  boolean records() {
    return level.includes(AuditLevel.REQUEST);
  }

  void sent(ObjectNode object) {
    if (records()) {
      request = copy(true, contents -> contents.sent(object, confidentiality));
    }
  }

  void patch(byte[] patch) {
    if (records()) {
      request = copy(true, contents -> contents.sent(tree(patch), confidentiality));
    }
  }

  /**
   * @param messages whether messages of a Status may be written
   */
  void answered(String contentType, Body body, boolean messages) {
    boolean yaml = contentType.startsWith("application/yaml");
    if (!level.includes(AuditLevel.REQUEST_RESPONSE)
        || !(yaml || contentType.startsWith("application/json"))) {
      return;
    }
    if (body.length() > LARGEST) {
      notes.put(TRUNCATED, "true");
      return;
    }
    response =
        copy(
            messages,
            contents -> {
              JsonNode tree = yaml ? Yaml.toTree(body.bytes()) : Trees.parse(body.bytes());
              if (!(tree instanceof ObjectNode object) || !object.has("kind")) {
                throw new IOException("no object of the API");
              }
              return contents.answered(object, confidentiality);
            });
  }

  void refused(Status status, boolean messages) {
    if (level.includes(AuditLevel.REQUEST_RESPONSE)) {
      response = copy(messages, contents -> contents.answered(status.toJson(), confidentiality));
    }
  }

  private interface Copying {
    JsonNode by(Contents contents) throws IOException;
  }

  /** The bytes of a copy that may be written; none if there is nothing that can be read. */
  private byte[] copy(boolean messages, Copying copying) {
    Contents contents = new Contents(omitManagedFields, messages);
    COPIES.acquireUninterruptibly();
    try {
      byte[] json = Encoder.encode(copying.by(contents));
      if (contents.redacted()) {
        notes.put(REDACTED, "true");
      }
      if (json.length <= LARGEST) {
        return json;
      }
      notes.put(TRUNCATED, "true");
    } catch (IOException | DecodeException e) {
      // what cannot be read is refused by whoever has to read it, or is no object
      return new byte[0];
    } finally {
      COPIES.release();
    }
    return new byte[0];
  }

  private static JsonNode tree(byte[] patch) {
    try {
      return Trees.parse(patch);
    } catch (IOException e) {
      return Yaml.toTree(patch);
    }
  }

  AuditBodies recorded() {
    return request.length + response.length == 0
        ? AuditBodies.NONE
        : new AuditBodies(request, response);
  }

  Map<String, String> notes() {
    return notes;
  }
}
