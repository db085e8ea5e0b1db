package dev.muster.node.images;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.cri.v1.AuthConfig;
import dev.muster.model.field.InvalidValue;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * Who a pod is to a registry.
 *
 * @param proof what is remembered of it when it was good
 */
record PullCredential(AuthConfig auth, PullSecret proof) {
  @Override
  public String toString() {
    return "PullCredential[" + proof + "]";
  }

  static PullCredential of(
      String uid, String namespace, String name, AuthConfig auth, String email) {
    return new PullCredential(auth, new PullSecret(uid, namespace, name, hash(auth, email)));
  }

  /** The kubelet's, so that its records and ours are understood by each other. */
  private static String hash(AuthConfig auth, String email) {
    ObjectNode fields = JsonNodeFactory.instance.objectNode();
    put(fields, "username", auth.getUsername());
    put(fields, "password", auth.getPassword());
    put(fields, "email", email);
    put(fields, "identitytoken", auth.getIdentityToken());
    try {
      return HexFormat.of()
          .formatHex(
              MessageDigest.getInstance("SHA-256")
                  .digest(InvalidValue.json(fields).getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void put(ObjectNode fields, String name, String value) {
    if (!value.isEmpty()) {
      fields.put(name, value);
    }
  }
}
