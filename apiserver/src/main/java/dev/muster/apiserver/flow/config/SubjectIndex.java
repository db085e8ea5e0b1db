package dev.muster.apiserver.flow.config;

import dev.muster.authz.User;
import dev.muster.base.ServiceAccountName;
import dev.muster.views.FlowcontrolV1.Subject;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Which rules, by their numbers, are about a user: sets of bits, so that to find the first of
 * thousands costs a few words for each of the user's groups.
 */
final class SubjectIndex {
  private static final String ANY = "*";

  private final int words;
  private final long[] everybody;
  private final Map<String, long[]> users = new HashMap<>();
  private final Map<String, long[]> groups = new HashMap<>();
  private final Map<String, long[]> accountsOf = new HashMap<>();

  /**
   * @param rules how many there are
   */
  SubjectIndex(int rules) {
    words = (rules + 63) / 64;
    everybody = new long[words];
  }

  void add(int rule, Subject subject) {
    switch (subject.kind().text()) {
      case "User" -> add(rule, subject.user().name().text(), users);
      case "Group" -> add(rule, subject.group().name().text(), groups);
      case "ServiceAccount" -> {
        String namespace = subject.serviceAccount().namespace().text();
        String name = subject.serviceAccount().name().text();
        if (name.equals(ANY)) {
          set(accountsOf.computeIfAbsent(namespace, key -> new long[words]), rule);
        } else {
          String user = new ServiceAccountName(namespace, name).userName();
          set(users.computeIfAbsent(user, key -> new long[words]), rule);
        }
      }
      default -> {
        // nobody, which validation prevents
      }
    }
  }

  private void add(int rule, String name, Map<String, long[]> named) {
    set(name.equals(ANY) ? everybody : named.computeIfAbsent(name, key -> new long[words]), rule);
  }

  private static void set(long[] bits, int rule) {
    bits[rule >> 6] |= 1L << (rule & 63);
  }

  /** The first that is not null of what is made of the rules about the user, in their order. */
  <T> @Nullable T first(User user, IntFunction<@Nullable T> found) {
    long[] byUser = users.get(user.name());
    long[] byAccount = accountsOf.isEmpty() ? null : accountsOf.get(namespaceOf(user.name()));
    List<String> names = user.groups();
    for (int word = 0; word < words; word++) {
      long bits = everybody[word];
      bits |= byUser == null ? 0 : byUser[word];
      bits |= byAccount == null ? 0 : byAccount[word];
      for (int i = 0; i < names.size(); i++) {
        long[] byGroup = groups.get(names.get(i));
        bits |= byGroup == null ? 0 : byGroup[word];
      }
      for (; bits != 0; bits &= bits - 1) {
        T made = found.apply((word << 6) + Long.numberOfTrailingZeros(bits));
        if (made != null) {
          return made;
        }
      }
    }
    return null;
  }

  /** Empty if it is no service account: no namespace has that name. */
  private static String namespaceOf(String user) {
    if (!user.startsWith(ServiceAccountName.PREFIX)) {
      return "";
    }
    int start = ServiceAccountName.PREFIX.length();
    int end = user.indexOf(':', start);
    return end < 0 ? "" : user.substring(start, end);
  }
}
