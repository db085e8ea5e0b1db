package dev.muster.model.scheme;

import java.util.List;

/**
 * Where a kind keeps what its scale is about, each place as the names of the fields on the way.
 *
 * @param wanted the number of replicas that should be
 * @param actual the number of replicas that are
 * @param selector of the replicas, as text; empty if the kind has none
 */
public record ScalePaths(List<String> wanted, List<String> actual, List<String> selector) {
  public ScalePaths {
    wanted = List.copyOf(wanted);
    actual = List.copyOf(actual);
    selector = List.copyOf(selector);
  }
}
