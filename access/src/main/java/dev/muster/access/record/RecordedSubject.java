package dev.muster.access.record;

import dev.muster.authz.User;
import dev.muster.authz.rbac.Subject;
import dev.muster.base.ServiceAccountName;
import java.util.Locale;

/** Whose requests are recorded: a user, a service account, or all members of a group. */
public record RecordedSubject(Subject subject) {
  private static final int LONGEST = 48;

  /** The user of that name, who may be a service account. */
  public static RecordedSubject user(String name) {
    return new RecordedSubject(
        ServiceAccountName.of(name)
            .map(account -> Subject.serviceAccount(account.namespace(), account.name()))
            .orElseGet(() -> Subject.user(name)));
  }

  /** Whoever is in that group. */
  public static RecordedSubject group(String name) {
    return new RecordedSubject(Subject.group(name));
  }

  /** Whether it is about this user. */
  public boolean is(User user) {
    return subject.appliesTo(user, "");
  }

  /** Somebody who is this and nobody else. */
  public User alone() {
    return subject.kind().equals(Subject.GROUP) ? User.of("", subject.name()) : User.of(userName());
  }

  /** The user's name; empty for a group. */
  String userName() {
    return switch (subject.kind()) {
      case Subject.SERVICE_ACCOUNT ->
          new ServiceAccountName(subject.namespace(), subject.name()).userName();
      case Subject.USER -> subject.name();
      default -> "";
    };
  }

  /** A name for roles that are made of what they did. */
  public String roleName() {
    String words =
        subject.name().toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-").replaceAll("^-", "");
    String cut = words.substring(0, Math.min(words.length(), LONGEST)).replaceAll("-$", "");
    return "recorded-" + (cut.isEmpty() ? "subject" : cut);
  }
}
