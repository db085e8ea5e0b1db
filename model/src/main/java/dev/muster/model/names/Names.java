package dev.muster.model.names;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Rules for names. Each gives the faults it finds, in Kubernetes' words. */
public final class Names {
  private static final Pattern LABEL = Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?");

  /** For messages only: it would run as deep as a name has labels. */
  private static final String SUBDOMAIN =
      "[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*";

  private static final Pattern LABEL_1035 = Pattern.compile("[a-z]([-a-z0-9]*[a-z0-9])?");

  private Names() {}

  /**
   * A DNS-1123 subdomain; with {@code prefix}, a trailing dash is as good as what will follow it.
   */
  public static List<String> subdomain(String name, boolean prefix) {
    String whole = prefix ? maskTrailingDash(name) : name;
    List<String> faults = new ArrayList<>();
    if (whole.length() > 253) {
      faults.add("must be no more than 253 characters");
    }
    if (!isSubdomain(whole)) {
      faults.add(
          "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end"
              + " with an alphanumeric character (e.g. 'example.com', regex used for validation is '"
              + SUBDOMAIN
              + "')");
    }
    return faults;
  }

  /** A DNS-1123 label. */
  public static List<String> label(String name, boolean prefix) {
    String whole = prefix ? maskTrailingDash(name) : name;
    List<String> faults = new ArrayList<>();
    if (whole.length() > 63) {
      faults.add("must be no more than 63 characters");
    }
    if (!LABEL.matcher(whole).matches()) {
      faults.add(
          isSubdomain(whole)
              ? "must not contain dots"
              : "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with"
                  + " an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '"
                  + LABEL
                  + "')");
    }
    return faults;
  }

  /** A DNS-1123 subdomain after {@code *.}. */
  public static List<String> wildcardSubdomain(String name) {
    List<String> faults = new ArrayList<>();
    if (name.length() > 253) {
      faults.add("must be no more than 253 characters");
    }
    if (!name.startsWith("*.") || !isSubdomain(name.substring(2))) {
      faults.add(
          "a wildcard DNS-1123 subdomain must start with '*.', followed by a valid DNS subdomain, which must consist of lower case"
              + " alphanumeric characters, '-' or '.' and end with an alphanumeric character (e.g. '*.example.com', regex used for"
              + " validation is '\\*\\."
              + SUBDOMAIN
              + "')");
    }
    return faults;
  }

  /** A DNS-1035 label, as service names are. */
  public static List<String> label1035(String name, boolean prefix) {
    String whole = prefix ? maskTrailingDash(name) : name;
    List<String> faults = new ArrayList<>();
    if (whole.length() > 63) {
      faults.add("must be no more than 63 characters");
    }
    if (!LABEL_1035.matcher(whole).matches()) {
      faults.add(
          "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end"
              + " with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '"
              + LABEL_1035
              + "')");
    }
    return faults;
  }

  /** What may stand between slashes in a path: the rule for RBAC names. */
  public static List<String> pathSegment(String name, boolean prefix) {
    List<String> faults = new ArrayList<>();
    if (!prefix && (name.equals(".") || name.equals(".."))) {
      faults.add("may not be '" + name + "'");
    }
    for (String banned : List.of("/", "%")) {
      if (name.contains(banned)) {
        faults.add("may not contain '" + banned + "'");
      }
    }
    return faults;
  }

  /** Label by label: one pattern for all of them would run as deep as there are labels. */
  private static boolean isSubdomain(String name) {
    for (String label : name.split("\\.", -1)) {
      if (!LABEL.matcher(label).matches()) {
        return false;
      }
    }
    return true;
  }

  private static String maskTrailingDash(String name) {
    return name.length() > 1 && name.endsWith("-")
        ? name.substring(0, name.length() - 1) + "a"
        : name;
  }
}
