package dev.muster.model.field;

import dev.muster.base.deadline.Deadline;
import dev.muster.base.go.GoText;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The faults found in one object, in the order in which they were found, worded as Kubernetes words
 * them. Of very many, the first.
 */
public final class Errors {
  /** The characters after which further faults are not kept, so that an answer has an end. */
  private static final int MOST_TEXT = 1 << 20;

  private int text;
  private final List<FieldError> found = new ArrayList<>();

  public boolean isEmpty() {
    return found.isEmpty();
  }

  public int size() {
    return found.size();
  }

  public List<FieldError> list() {
    return List.copyOf(found);
  }

  public void addAll(Errors others) {
    others.found.forEach(this::keep);
  }

  /** A fault that was found before, at another place. */
  public void add(FieldError fault) {
    keep(fault);
  }

  public void required(Path at, String detail) {
    add("FieldValueRequired", at, "Required value", detail);
  }

  public void invalid(At at, String detail) {
    if (!full()) {
      invalid(at.path(), InvalidValue.of(at.node()), detail);
    }
  }

  public void invalid(Path at, String value, String detail) {
    add("FieldValueInvalid", at, "Invalid value: " + value, detail);
  }

  /** For a value of another type than the one it must have. */
  public void typeInvalid(Path at, String value, String detail) {
    add("FieldValueTypeInvalid", at, "Invalid value: " + value, detail);
  }

  public void invalidText(Path at, String text, String detail) {
    invalid(at, GoText.quote(text), detail);
  }

  /** For a value that is too large, or too odd, to be shown. */
  public void invalidWithoutValue(Path at, String detail) {
    add("FieldValueInvalid", at, "Invalid value", detail);
  }

  public void unsupported(At at, Collection<String> supported) {
    if (!full()) {
      unsupported(at.path(), at.present() ? InvalidValue.of(at.node()) : "\"\"", supported);
    }
  }

  public void unsupported(Path at, String value, Collection<String> supported) {
    String values = supported.stream().map(GoText::quote).collect(Collectors.joining(", "));
    add(
        "FieldValueNotSupported",
        at,
        "Unsupported value: " + value,
        supported.isEmpty() ? "" : "supported values: " + values);
  }

  public void forbidden(Path at, String detail) {
    add("FieldValueForbidden", at, "Forbidden", detail);
  }

  public void duplicate(At at) {
    if (!full()) {
      duplicate(at.path(), InvalidValue.of(at.node()));
    }
  }

  public void duplicate(Path at, String value) {
    duplicate(at, value, "");
  }

  public void duplicate(Path at, String value, String detail) {
    add("FieldValueDuplicate", at, "Duplicate value: " + value, detail);
  }

  public void notFound(Path at, String value) {
    add("FieldValueNotFound", at, "Not found: " + value, "");
  }

  public void tooLong(Path at, int maxBytes) {
    add(
        "FieldValueTooLong",
        at,
        "Too long",
        maxBytes < 0 ? "" : "may not be more than " + maxBytes + " bytes");
  }

  public void tooMany(Path at, int actual, int max) {
    add(
        "FieldValueTooMany",
        at,
        "Too many: " + actual,
        "must have at most " + max + (max == 1 ? " item" : " items"));
  }

  public void internal(Path at, String detail) {
    add("InternalError", at, "Internal error", detail);
  }

  private void add(String reason, Path at, String what, String detail) {
    Deadline.check();
    if (!full()) {
      // as Go prints the path to no field in particular
      String field = at == Path.root() ? "<nil>" : at.toString();
      keep(new FieldError(reason, field, detail.isEmpty() ? what : what + ": " + detail));
    }
  }

  /** Whether further faults would not be kept. */
  public boolean full() {
    return text > MOST_TEXT;
  }

  private void keep(FieldError fault) {
    if (!full()) {
      found.add(fault);
      text += fault.field().length() + fault.body().length();
    }
  }

  /** All faults as one text: one as it is, several in brackets, repeated ones once. */
  public String message() {
    Set<String> distinct = new LinkedHashSet<>();
    found.forEach(e -> distinct.add(e.toString()));
    String joined = String.join(", ", distinct);
    return distinct.size() == 1 ? joined : "[" + joined + "]";
  }
}
