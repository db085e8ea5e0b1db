package dev.muster.node.containers;

/** Why a container does not run: what its status says while it waits. */
public final class ContainerProblem extends Exception {
  private final String reason;

  public ContainerProblem(String reason, String message) {
    super(message);
    this.reason = reason;
  }

  /** Such as {@code CreateContainerConfigError}. */
  public String reason() {
    return reason;
  }

  public String message() {
    String message = getMessage();
    return message == null ? "" : message;
  }

  public static ContainerProblem config(String message) {
    return new ContainerProblem("CreateContainerConfigError", message);
  }
}
