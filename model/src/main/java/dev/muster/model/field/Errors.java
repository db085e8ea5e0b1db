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

  /** Whether nothing was found. */
  public boolean isEmpty() {
    return found.isEmpty();
  }

  /** How many faults are kept. */
  public int size() {
    return found.size();
  }

  /** The faults, in the order in which they were found. */
  public List<FieldError> list() {
    return List.copyOf(found);
  }

  /** Takes over what somebody else found. */
  public void addAll(Errors others) {
    others.found.forEach(this::keep);
  }

  /** A fault that was found before, at another place. */
  public void add(FieldError fault) {
    keep(fault);
  }

  /** A value is missing that must be there. */
  public void required(Path at, String detail) {
    add("FieldValueRequired", at, "Required value", detail);
  }

  /** A value breaks a rule; it is shown as it stands. */
  public void invalid(At at, String detail) {
    if (!full()) {
      invalid(at.path(), InvalidValue.of(at.node()), detail);
    }
  }

  /** A value breaks a rule; {@code value} is how it is shown. */
  public void invalid(Path at, String value, String detail) {
    add("FieldValueInvalid", at, "Invalid value: " + value, detail);
  }

  /** For a value of another type than the one it must have. */
  public void typeInvalid(Path at, String value, String detail) {
    add("FieldValueTypeInvalid", at, "Invalid value: " + value, detail);
  }

  /** A text breaks a rule; it is shown quoted. */
  public void invalidText(Path at, String text, String detail) {
    invalid(at, GoText.quote(text), detail);
  }

  /** For a value that is too large, or too odd, to be shown. */
  public void invalidWithoutValue(Path at, String detail) {
    add("FieldValueInvalid", at, "Invalid value", detail);
  }

  /** A value is none of those that there are. */
  public void unsupported(At at, Collection<String> supported) {
    if (!full()) {
      unsupported(at.path(), at.present() ? InvalidValue.of(at.node()) : "\"\"", supported);
    }
  }

  /** A value, shown as given here, is none of those that there are. */
  public void unsupported(Path at, String value, Collection<String> supported) {
    String values = supported.stream().map(GoText::quote).collect(Collectors.joining(", "));
    add(
        "FieldValueNotSupported",
        at,
        "Unsupported value: " + value,
        supported.isEmpty() ? "" : "supported values: " + values);
  }

  /** A value may not be here. */
  public void forbidden(Path at, String detail) {
    add("FieldValueForbidden", at, "Forbidden", detail);
  }

  /** A value is here for the second time. */
  public void duplicate(At at) {
    if (!full()) {
      duplicate(at.path(), InvalidValue.of(at.node()));
    }
  }

  /** A value, shown as given here, is here for the second time. */
  public void duplicate(Path at, String value) {
    duplicate(at, value, "");
  }

  /** As {@link #duplicate(Path, String)}, with more to say about it. */
  public void duplicate(Path at, String value, String detail) {
    add("FieldValueDuplicate", at, "Duplicate value: " + value, detail);
  }

  /** A value names something that does not exist. */
  public void notFound(Path at, String value) {
    add("FieldValueNotFound", at, "Not found: " + value, "");
  }

  /** A text has more bytes than it may have. */
  public void tooLong(Path at, int maxBytes) {
    add(
        "FieldValueTooLong",
        at,
        "Too long",
        maxBytes < 0 ? "" : "may not be more than " + maxBytes + " bytes");
  }

  /** A list has more elements than it may have. */
  public void tooMany(Path at, int actual, int max) {
    add(
        "FieldValueTooMany",
        at,
        "Too many: " + actual,
        "must have at most " + max + (max == 1 ? " item" : " items"));
  }

  /** A value could not be checked, by no fault of who sent it. */
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
