package dev.muster.apiserver.request;

import dev.muster.base.go.GoText;
import dev.muster.model.field.Errors;
import dev.muster.model.field.Path;
import dev.muster.model.selector.FieldTerm;
import dev.muster.model.status.Status;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** The options of list, watch and deletecollection. */
public record ListOptions(
    String labelSelector,
    String fieldSelector,
    boolean watch,
    boolean bookmarks,
    String resourceVersion,
    String match,
    OptionalLong timeoutSeconds,
    long limit,
    String continueToken,
    Optional<Boolean> sendInitialEvents) {

  private static final String EXACT = "Exact";
  private static final String NOT_OLDER = "NotOlderThan";

  public static ListOptions of(Query query, boolean watch) {
    ListOptions options =
        new ListOptions(
            query.text("labelSelector"),
            query.text("fieldSelector"),
            watch,
            query.flag("allowWatchBookmarks"),
            query.text("resourceVersion"),
            query.text("resourceVersionMatch"),
            query.number("timeoutSeconds"),
            query.number("limit").orElse(0),
            query.text("continue"),
            query.has("sendInitialEvents")
                ? Optional.of(query.flag("sendInitialEvents"))
                : Optional.empty());
    options.validate();
    return options;
  }

  private void validate() {
    Errors errors = new Errors();
    if (watch) {
      validateWatch(errors);
    } else {
      validateList(errors);
    }
    if (!errors.isEmpty()) {
      throw Status.invalid("meta.k8s.io", "ListOptions", "", errors).exception();
    }
  }

  private void validateWatch(Errors errors) {
    Path path = Path.of("resourceVersionMatch");
    if (!match.isEmpty() && sendInitialEvents.isEmpty()) {
      errors.forbidden(
          path, "resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided");
    }
    if (sendInitialEvents.isPresent()) {
      if (!match.equals(NOT_OLDER)) {
        errors.forbidden(
            path, "sendInitialEvents requires setting resourceVersionMatch to NotOlderThan");
      }
      if (!match.isEmpty() && !match.equals(NOT_OLDER)) {
        errors.unsupported(path, GoText.quote(match), List.of(NOT_OLDER));
      }
    }
    if (!continueToken.isEmpty()) {
      errors.forbidden(path, "resourceVersionMatch is forbidden when continue is provided");
    }
  }

  private void validateList(Errors errors) {
    Path path = Path.of("resourceVersionMatch");
    if (!match.isEmpty()) {
      if (resourceVersion.isEmpty()) {
        errors.forbidden(
            path, "resourceVersionMatch is forbidden unless resourceVersion is provided");
      }
      if (!continueToken.isEmpty()) {
        errors.forbidden(path, "resourceVersionMatch is forbidden when continue is provided");
      }
      if (!match.equals(EXACT) && !match.equals(NOT_OLDER)) {
        errors.unsupported(path, GoText.quote(match), List.of(EXACT, NOT_OLDER, ""));
      }
      if (match.equals(EXACT) && resourceVersion.equals("0")) {
        errors.forbidden(
            path, "resourceVersionMatch \"exact\" is forbidden for resourceVersion \"0\"");
      }
    }
    if (sendInitialEvents.isPresent()) {
      errors.forbidden(Path.of("sendInitialEvents"), "sendInitialEvents is forbidden for list");
    }
  }

  /**
   * The same for the one object of that name, which a selector may name as well but not another.
   */
  public ListOptions ofOne(String name) {
    FieldTerm wanted = new FieldTerm("metadata.name", false, name);
    boolean named =
        fieldSelector.isEmpty()
            || FieldTerm.parse(fieldSelector).stream().anyMatch(term -> term.equals(wanted));
    if (!named) {
      throw Status.badRequest("fieldSelector metadata.name doesn't match requested name")
          .exception();
    }
    return new ListOptions(
        labelSelector,
        fieldSelector.isEmpty() ? wanted.toString() : fieldSelector,
        watch,
        bookmarks,
        resourceVersion,
        match,
        timeoutSeconds,
        limit,
        continueToken,
        sendInitialEvents);
  }

  public boolean exact() {
    return match.equals(EXACT);
  }

  /** The version as a number; 0 when none is given. */
  public long version() {
    if (resourceVersion.isEmpty()) {
      return 0;
    }
    try {
      long version = Long.parseLong(resourceVersion);
      if (version >= 0) {
        return version;
      }
    } catch (NumberFormatException e) {
      // falls through to the refusal
    }
    String fault =
        "resourceVersion: Invalid value: "
            + GoText.quote(resourceVersion)
            + ": "
            + GoNumber.fault("ParseUint", resourceVersion);
    throw Status.badRequest(watch ? fault : "invalid resource version: " + fault).exception();
  }
}
