package dev.muster.network.dns;

import java.util.List;

/** What is to be said about a name. */
public sealed interface NameAnswer {
  /** Something is known. */
  record Found(List<NameRecord> answers, List<NameRecord> additional) implements NameAnswer {
    public Found {
      answers = List.copyOf(answers);
      additional = List.copyOf(additional);
    }

    static Found of(List<? extends NameRecord> answers) {
      return new Found(List.copyOf(answers), List.of());
    }
  }

  /** It stands for another name, which may be anywhere. */
  record Alias(NameRecord.Cname cname) implements NameAnswer {}

  /** The name exists, and there is nothing of that type. */
  record NoData() implements NameAnswer {}

  /** There is no such name. */
  record NoSuchName() implements NameAnswer {}

  /** Others know. */
  record Elsewhere() implements NameAnswer {}
}
