package dev.muster.node.pressure;

/** A condition that a node is in while it is short of something. */
public enum Pressure {
  MEMORY(
      "MemoryPressure",
      "node.kubernetes.io/memory-pressure",
      "HasInsufficientMemory",
      "kubelet has insufficient memory available",
      "HasSufficientMemory",
      "kubelet has sufficient memory available"),
  DISK(
      "DiskPressure",
      "node.kubernetes.io/disk-pressure",
      "HasDiskPressure",
      "kubelet has disk pressure",
      "HasNoDiskPressure",
      "kubelet has no disk pressure"),
  PID(
      "PIDPressure",
      "node.kubernetes.io/pid-pressure",
      "HasInsufficientPID",
      "kubelet has insufficient PID available",
      "HasSufficientPID",
      "kubelet has sufficient PID available");

  private final String condition;
  private final String taint;
  private final String reason;
  private final String message;
  private final String noReason;
  private final String noMessage;

  Pressure(
      String condition,
      String taint,
      String reason,
      String message,
      String noReason,
      String noMessage) {
    this.condition = condition;
    this.taint = taint;
    this.reason = reason;
    this.message = message;
    this.noReason = noReason;
    this.noMessage = noMessage;
  }

  /** The type of the node's condition. */
  public String condition() {
    return condition;
  }

  String taint() {
    return taint;
  }

  /** Of the condition while it is true or not. */
  public String reason(boolean present) {
    return "Kubelet" + (present ? reason : noReason);
  }

  public String message(boolean present) {
    return present ? message : noMessage;
  }

  /** Of the event when the condition changes. */
  public String event(boolean present) {
    return "Node" + (present ? reason : noReason);
  }
}
