package dev.muster.model.status;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.field.Errors;
import dev.muster.model.field.FieldError;
import java.util.List;

/**
 * The outcome of a request that returns no object.
 *
 * @param code the HTTP status; 0 for a success that does not say it
 * @param reason the machine-readable reason, empty when there is none
 * @param continueToken with which a list can go on that was refused; empty for all else
 */
public record Status(
    int code, String reason, String message, Details details, String continueToken) {

  /** An outcome that is no list to go on with. */
  public Status(int code, String reason, String message, Details details) {
    this(code, reason, message, details, "");
  }

  /**
   * What the outcome is about; all fields may be empty, and then it is still written, unless it is
   * {@link #NONE}.
   */
  public record Details(
      String name,
      String group,
      String kind,
      String uid,
      List<FieldError> causes,
      int retryAfterSeconds) {
    /** Nothing: an answer without details. */
    public static final Details NONE = new Details("", "", "", "", List.of(), 0);

    public Details {
      causes = List.copyOf(causes);
    }

    /**
     * {@link #NONE} is told by identity: details that happen to be empty are written as an empty
     * object.
     */
    @SuppressWarnings("ReferenceEquality")
    boolean written() {
      return this != NONE;
    }

    /** About one object. */
    public static Details of(String name, String group, String kind) {
      return new Details(name, group, kind, "", List.of(), 0);
    }
  }

  /** What to throw in order to answer this. */
  public ApiException exception() {
    return new ApiException(this);
  }

  /** An outcome without details. */
  public static Status of(int code, String reason, String message) {
    return new Status(code, reason, message, Details.NONE);
  }

  /** 400: the request makes no sense. */
  public static Status badRequest(String message) {
    return of(400, "BadRequest", message);
  }

  /** 401: it is not known who asks. */
  public static Status unauthorized() {
    return of(401, "Unauthorized", "Unauthorized");
  }

  /** 403: who asks may not do this. */
  public static Status forbidden(String group, String resource, String name, String why) {
    String message =
        resource.isEmpty() && name.isEmpty()
            ? "forbidden: " + why
            : qualified(resource, group)
                + (name.isEmpty() ? "" : " \"" + name + "\"")
                + " is forbidden: "
                + why;
    return new Status(403, "Forbidden", message, Details.of(name, group, resource));
  }

  /** 404: there is no such object. */
  public static Status notFound(String group, String resource, String name) {
    return new Status(
        404,
        "NotFound",
        qualified(resource, group) + " \"" + name + "\" not found",
        Details.of(name, group, resource));
  }

  /** The path or resource itself does not exist. */
  public static Status unknownResource() {
    return new Status(
        404,
        "NotFound",
        "the server could not find the requested resource",
        Details.of("", "", ""));
  }

  /** 409: an object of that name is there already. */
  public static Status alreadyExists(String group, String resource, String name) {
    return new Status(
        409,
        "AlreadyExists",
        qualified(resource, group) + " \"" + name + "\" already exists",
        Details.of(name, group, resource));
  }

  /** 409: the object is another one by now, or in a state that does not allow this. */
  public static Status conflict(String group, String resource, String name, String why) {
    return new Status(
        409,
        "Conflict",
        "Operation cannot be fulfilled on "
            + qualified(resource, group)
            + " \""
            + name
            + "\": "
            + why,
        Details.of(name, group, resource));
  }

  /** 422: the object breaks its kind's rules. */
  public static Status invalid(String group, String kind, String name, Errors errors) {
    return new Status(
        422,
        "Invalid",
        qualified(kind, group) + " \"" + name + "\" is invalid: " + errors.message(),
        new Details(name, group, kind, "", errors.list(), 0));
  }

  /** 405: there is a resource, but not with this verb. */
  public static Status methodNotAllowed() {
    return new Status(
        405,
        "MethodNotAllowed",
        "the server does not allow this method on the requested resource",
        Details.of("", "", ""));
  }

  /** 500: the server is at fault. */
  public static Status internal(String message) {
    return new Status(
        500,
        "InternalError",
        "Internal error occurred: " + message,
        new Details("", "", "", "", List.of(new FieldError("", "", message)), 0));
  }

  /** A success without an object, e.g. a deletion. */
  public static Status success(Details about) {
    return new Status(0, "", "", about);
  }

  /** A success of a request that creates something but answers no object. */
  public static Status created() {
    return new Status(201, "", "", Details.NONE);
  }

  /** 410: what is asked for is no longer remembered. */
  public static Status expired(String message) {
    return of(410, "Expired", message);
  }

  /** The same, with a token for the rest of a list. */
  public Status goingOn(String token) {
    return new Status(code, reason, message, details, token);
  }

  /** Not done in time. */
  public static Status timeout(String message) {
    return new Status(504, "Timeout", "Timeout: " + message, Details.of("", "", ""));
  }

  /** To somebody who already has as much as it may have at a time. */
  public static Status tooManyRequests() {
    return new Status(
        429,
        "TooManyRequests",
        "Too many requests, please try again later.",
        new Details("", "", "", "", List.of(), 1));
  }

  /** 413: the request has more bytes than are taken. */
  public static Status tooLarge(String message) {
    return of(413, "RequestEntityTooLarge", "Request entity too large: " + message);
  }

  /** {@code deployments.apps}, or just {@code pods} for the core group. */
  public static String qualified(String resource, String group) {
    return group.isEmpty() ? resource : resource + "." + group;
  }

  /** The wire form. */
  public ObjectNode toJson() {
    ObjectNode out = JsonNodeFactory.instance.objectNode();
    out.put("kind", "Status").put("apiVersion", "v1");
    putUnlessEmpty(out.putObject("metadata"), "continue", continueToken);
    out.put("status", code == 0 || code / 100 == 2 ? "Success" : "Failure");
    putUnlessEmpty(out, "message", message);
    putUnlessEmpty(out, "reason", reason);
    ObjectNode about = detailsJson();
    if (details.written()) {
      out.set("details", about);
    }
    return code == 0 ? out : out.put("code", code);
  }

  private ObjectNode detailsJson() {
    ObjectNode about = JsonNodeFactory.instance.objectNode();
    putUnlessEmpty(about, "name", details.name());
    putUnlessEmpty(about, "group", details.group());
    putUnlessEmpty(about, "kind", details.kind());
    putUnlessEmpty(about, "uid", details.uid());
    if (!details.causes().isEmpty()) {
      ArrayNode causes = about.putArray("causes");
      for (FieldError cause : details.causes()) {
        ObjectNode one = causes.addObject();
        putUnlessEmpty(one, "reason", cause.reason());
        putUnlessEmpty(one, "message", cause.body());
        putUnlessEmpty(one, "field", cause.field());
      }
    }
    if (details.retryAfterSeconds() > 0) {
      about.put("retryAfterSeconds", details.retryAfterSeconds());
    }
    return about;
  }

  private static void putUnlessEmpty(ObjectNode to, String field, String text) {
    if (!text.isEmpty()) {
      to.put(field, text);
    }
  }
}
