package dev.muster.controllers.job;

/**
 * How a Job ends. It is announced by a condition first (SuccessCriteriaMet, FailureTarget), and
 * becomes the Job's last one (Complete, Failed) once no pod is left.
 */
record Outcome(boolean success, String reason, String message) {

  static Outcome failure(String reason, String message) {
    return new Outcome(false, reason, message);
  }

  static Outcome success(String reason, String message) {
    return new Outcome(true, reason, message);
  }

  static Outcome completed() {
    return success("CompletionsReached", "Reached expected number of succeeded pods");
  }

  String announcedBy() {
    return success ? "SuccessCriteriaMet" : "FailureTarget";
  }

  String lastCondition() {
    return success ? "Complete" : "Failed";
  }
}
