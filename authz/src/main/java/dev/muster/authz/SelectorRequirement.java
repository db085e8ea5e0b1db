package dev.muster.authz;

import java.util.List;

/** One requirement of a field or label selector that narrows a list, watch or deletecollection. */
public record SelectorRequirement(String key, String operator, List<String> values) {
  public SelectorRequirement {
    values = List.copyOf(values);
  }
}
