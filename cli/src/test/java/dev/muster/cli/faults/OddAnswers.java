package dev.muster.cli.faults;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Answers that no fault explains. A server may fail to answer; it may not refuse what is right. */
final class OddAnswers {
  private final Queue<String> answers = new ConcurrentLinkedQueue<>();

  void unlessLeftOpen(String what, ServerConnection server, ServerReply reply) {
    if (!reply.leavesOpen() && reply.code() != 429) {
      add(what + " by " + server.name() + " got " + reply.code() + ": " + reply.body());
    }
  }

  void add(String answer) {
    answers.add("odd: " + answer);
  }

  List<String> all() {
    return List.copyOf(answers);
  }
}
