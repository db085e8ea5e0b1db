package dev.muster.admission.podsecurity;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;

/** Phrases that the checks' details are made of. */
final class Words {
  private Words() {}

  static String quoted(Collection<String> texts) {
    return texts.stream().map(t -> "\"" + t + "\"").collect(Collectors.joining(", "));
  }

  static String plural(int count, String one, String more) {
    return count == 1 ? one : more;
  }

  static String containers(Collection<String> names) {
    return plural(names.size(), "container ", "containers ") + quoted(names);
  }

  /** {@code pod and containers "a", "b"}. */
  static String setters(boolean pod, List<String> containers) {
    List<String> setters = new ArrayList<>();
    if (pod) {
      setters.add("pod");
    }
    if (!containers.isEmpty()) {
      setters.add(containers(containers));
    }
    return String.join(" and ", setters);
  }
}
