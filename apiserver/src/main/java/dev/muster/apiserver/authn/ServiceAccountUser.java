package dev.muster.apiserver.authn;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A service account as a user. */
public record ServiceAccountUser(String namespace, String name) {
  private static final String LABEL = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";
  private static final Pattern USER =
      Pattern.compile(
          "system:serviceaccount:(?<namespace>"
              + LABEL
              + "):(?<name>"
              + LABEL
              + "(\\."
              + LABEL
              + ")*)");

  /** The account a user name stands for, if it does. */
  public static Optional<ServiceAccountUser> parse(String user) {
    Matcher match = USER.matcher(user);
    if (!match.matches()
        || match.group("namespace").length() > 63
        || match.group("name").length() > 253) {
      return Optional.empty();
    }
    return Optional.of(new ServiceAccountUser(match.group("namespace"), match.group("name")));
  }

  public static String name(String namespace, String account) {
    return "system:serviceaccount:" + namespace + ":" + account;
  }

  public static List<String> groups(String namespace) {
    return List.of("system:serviceaccounts", "system:serviceaccounts:" + namespace);
  }
}
