package dev.muster.identity.credspec;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What texts in a credential spec look like. */
enum Syntax {
  ANY(".*", 0, 64 * 1024, "must be a text"),
  PLUGIN("ActiveDirectory", 1, 64, "must be \"ActiveDirectory\""),
  VERSION("[0-9]{1,4}", 1, 4, "must be a number such as \"1\""),
  GUID(
      "[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}",
      36, 36, "must be a GUID such as 244818ae-87ca-4fcd-92ec-e79e5252348a"),
  PLUGIN_GUID(
      "\\{[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}\\}",
      38, 38, "must be a GUID in braces such as {859E1386-BDB4-49E8-85C7-3070B13920E1}"),
  SID(
      "S-1-5-21-([0-9]{1,10})-([0-9]{1,10})-([0-9]{1,10})",
      14,
      42,
      "must be the SID of a domain such as S-1-5-21-2126729477-2524075714-3094792973"),
  DNS(
      "[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*+",
      1,
      255,
      "must be a DNS name such as contoso.com"),
  NETBIOS(
      "[^\\\\/:*?\"<>|.\\s\\p{Cntrl}]+",
      1,
      15,
      "must be a NetBIOS name of at most 15 characters such as DEMO"),
  ACCOUNT(
      "[^\"/\\\\\\[\\]:;|=,+*?<>@\\p{Cntrl}. ][^\"/\\\\\\[\\]:;|=,+*?<>@\\p{Cntrl}]*",
      1,
      20,
      "must be an account name of at most 20 characters such as WebApplication1"),
  SCOPE(
      "[^\\\\/:*?\"<>|\\s\\p{Cntrl}]+",
      1,
      255,
      "must be the NetBIOS or the DNS name of the domain");

  private static final long MAX_SUB_AUTHORITY = 0xffff_ffffL;

  private final Pattern pattern;
  private final int min;
  private final int max;
  private final String rule;

  Syntax(String pattern, int min, int max, String rule) {
    this.pattern = Pattern.compile(pattern, Pattern.DOTALL);
    this.min = min;
    this.max = max;
    this.rule = rule;
  }

  Optional<String> problem(String text) {
    boolean fits = text.length() >= min && text.length() <= max;
    Matcher matcher = pattern.matcher(text);
    boolean holds = fits && matcher.matches() && (this != SID || numbersFit(matcher));
    return holds ? Optional.empty() : Optional.of(rule);
  }

  private static boolean numbersFit(Matcher sid) {
    for (int i = 1; i <= sid.groupCount(); i++) {
      if (Long.parseLong(sid.group(i)) > MAX_SUB_AUTHORITY) {
        return false;
      }
    }
    return true;
  }
}
