package dev.muster.apiserver.impersonation;

import dev.muster.apiserver.authn.ImpersonationTarget;
import dev.muster.base.go.GoText;
import dev.muster.http.Exchange;
import dev.muster.model.status.Status;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Whom a request wants to be taken for, as its headers say. */
public record WantedUser(
    String name, String uid, List<String> groups, Map<String, List<String>> extra) {

  public WantedUser {
    groups = List.copyOf(groups);
    extra = Collections.unmodifiableMap(new LinkedHashMap<>(extra));
  }

  /**
   * Reads the {@code Impersonate-*} headers.
   *
   * @return empty when the request wants nothing of the kind
   */
  public static Optional<WantedUser> of(Exchange exchange) {
    Map<String, List<String>> extra = new LinkedHashMap<>();
    for (String header : exchange.headerNames()) {
      ImpersonationTarget.extraKey(header)
          .ifPresent(
              key ->
                  extra
                      .computeIfAbsent(key, any -> new ArrayList<>())
                      .addAll(exchange.headers(header)));
    }
    WantedUser wanted =
        new WantedUser(
            text(exchange.header("Impersonate-User")),
            text(exchange.header("Impersonate-Uid")),
            exchange.headers("Impersonate-Group"),
            extra);
    if (!wanted.name().isEmpty()) {
      return Optional.of(wanted);
    }
    if (!wanted.onlyNamed()) {
      throw Status.badRequest("requested " + wanted.goText() + " without impersonating a user name")
          .exception();
    }
    return Optional.empty();
  }

  private static String text(@Nullable String header) {
    return header == null ? "" : header;
  }

  /** Whether there is nothing but, perhaps, a name. */
  boolean onlyNamed() {
    return uid.isEmpty() && groups.isEmpty() && extra.isEmpty();
  }

  /** As Kubernetes prints it in error messages. */
  private String goText() {
    return "&user.DefaultInfo{Name:"
        + GoText.quote(name)
        + ", UID:"
        + GoText.quote(uid)
        + ", Groups:"
        + goTexts(groups)
        + ", Extra:map[string][]string"
        + (extra.isEmpty()
            ? "(nil)"
            : extra.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .map(one -> GoText.quote(one.getKey()) + ":" + goTexts(one.getValue()))
                .collect(Collectors.joining(", ", "{", "}")))
        + "}";
  }

  private static String goTexts(List<String> texts) {
    return texts.isEmpty()
        ? "[]string(nil)"
        : texts.stream().map(GoText::quote).collect(Collectors.joining(", ", "[]string{", "}"));
  }
}
