package dev.muster.identity;

import java.util.List;

/**
 * What a process will be.
 *
 * @param groups in ascending order and without repetition, as the kernel reports them; the primary
 *     gid is always one of them
 */
public record ProcessIdentity(Id uid, Id gid, List<Id> groups, GroupsPolicy policy) {
  public ProcessIdentity {
    groups = List.copyOf(groups);
  }

  /** Joins a request with the image's accounts. */
  public static ProcessIdentity resolve(IdentityRequest request, ImageAccounts accounts)
      throws IdentityException {
    return new Resolution(request, accounts).resolve();
  }

  /** The numbers of {@link #groups()}. */
  public List<Long> groupIds() {
    return groups.stream().map(Id::value).toList();
  }
}
