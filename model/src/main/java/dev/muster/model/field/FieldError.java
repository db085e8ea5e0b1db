package dev.muster.model.field;

/**
 * One fault at one place.
 *
 * @param reason the cause's reason in a Status, e.g. {@code FieldValueInvalid}
 * @param field the path
 * @param body what follows the path in the message
 */
public record FieldError(String reason, String field, String body) {

  @Override
  public String toString() {
    return field + ": " + body;
  }
}
