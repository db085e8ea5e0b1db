package dev.muster.apiserver.authn.jwt;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.nimbusds.jose.util.Base64URL;
import dev.muster.model.codec.Trees;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a token says, read as Go reads JSON into variables: null leaves them empty, and any other
 * type is an error.
 */
record Claims(ObjectNode tree) {
  private static final String NOT_THERE = "claim not present";

  /** The claims of a token that nobody has checked yet; empty if it is no token. */
  static Optional<Claims> unverified(String token) {
    int first = token.indexOf('.');
    int second = token.indexOf('.', first + 1);
    if (first < 0 || second < 0 || token.indexOf('.', second + 1) >= 0) {
      return Optional.empty();
    }
    try {
      JsonNode payload = Trees.parse(new Base64URL(token.substring(first + 1, second)).decode());
      return payload instanceof ObjectNode claims
          ? Optional.of(new Claims(claims))
          : Optional.empty();
    } catch (IOException | RuntimeException e) {
      return Optional.empty();
    }
  }

  boolean has(String claim) {
    return tree.has(claim);
  }

  /** The issuer that it claims to be from; empty if it is not a text. */
  String issuer() {
    return tree.path("iss").isTextual() ? tree.path("iss").textValue() : "";
  }

  String text(String claim) throws TokenFault {
    JsonNode value = tree.get(claim);
    if (value == null) {
      throw new TokenFault(NOT_THERE);
    }
    return text(value);
  }

  private static String text(JsonNode value) throws TokenFault {
    if (value.isNull()) {
      return "";
    }
    if (!value.isTextual()) {
      throw unexpected(value, "string");
    }
    return value.textValue();
  }

  boolean truth(String claim) throws TokenFault {
    JsonNode value = tree.get(claim);
    if (value == null) {
      throw new TokenFault(NOT_THERE);
    }
    if (!value.isBoolean() && !value.isNull()) {
      throw unexpected(value, "bool");
    }
    return value.booleanValue();
  }

  /** A text or a list of texts; nothing if it is not there. */
  List<String> texts(String claim) throws TokenFault {
    JsonNode value = tree.get(claim);
    if (value == null || value.isNull()) {
      return List.of();
    }
    if (!value.isArray()) {
      return List.of(text(value));
    }
    List<String> all = new ArrayList<>(value.size());
    for (JsonNode one : value) {
      if (!one.isTextual() && !one.isNull()) {
        throw unexpected(value, "string");
      }
      all.add(one.isNull() ? "" : one.textValue());
    }
    return all;
  }

  private static TokenFault unexpected(JsonNode value, String wanted) {
    String type =
        switch (value.getNodeType()) {
          case STRING -> "string";
          case NUMBER -> "number";
          case BOOLEAN -> "bool";
          case ARRAY -> "array";
          case OBJECT, BINARY, MISSING, NULL, POJO -> "object";
        };
    return new TokenFault("json: cannot unmarshal " + type + " into Go value of type " + wanted);
  }
}
