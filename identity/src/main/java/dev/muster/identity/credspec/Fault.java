package dev.muster.identity.credspec;

/**
 * Something wrong with a credential spec.
 *
 * @param path the place, as {@code $.DomainJoinConfig.Guid}
 */
public record Fault(String path, String problem) {
  @Override
  public String toString() {
    return path + ": " + problem;
  }
}
