package dev.muster.cel;

/** Answers what an expression asks of the variable {@code authorizer}. */
@FunctionalInterface
public interface AccessCheck {

  /** Who is asked about: the user of the request, or a service account. */
  record Who(String serviceAccountNamespace, String serviceAccount) {
    public static final Who REQUESTER = new Who("", "");

    public boolean isRequester() {
      return serviceAccount.isEmpty();
    }
  }

  /**
   * @param path for a request that is not about a resource; then the fields after it are empty
   */
  record Question(
      Who who,
      String verb,
      String path,
      String group,
      String resource,
      String subresource,
      String namespace,
      String name,
      String fieldSelector,
      String labelSelector) {}

  /**
   * @param error empty, or what went wrong while deciding
   */
  record Answer(boolean allowed, String reason, String error) {}

  Answer check(Question question);
}
