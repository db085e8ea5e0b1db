package dev.muster.network.dns;

/** The second word of an answer. */
final class AnswerFlags {
  private static final int RECURSION_DESIRED = 0x0100;
  private static final int RECURSION_AVAILABLE = 0x0080;
  private static final int AUTHORITATIVE = 0x0400;

  private AnswerFlags() {}

  /**
   * @param asked those of the question
   */
  static int of(int asked, boolean authoritative, int code) {
    return DnsMessages.IS_ANSWER
        | RECURSION_AVAILABLE
        | asked & RECURSION_DESIRED
        | (authoritative ? AUTHORITATIVE : 0)
        | code;
  }
}
