package dev.muster.identity.credspec;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.stream.Collectors;

/** What reading a credential spec came to. */
public sealed interface Reading {

  /** The document is a good one. */
  record Valid(CredentialSpec spec) implements Reading {}

  /** At least one fault, in the order of the fields. */
  record Faulty(List<Fault> faults) implements Reading {
    public Faulty {
      faults = List.copyOf(faults);
    }

    /** All faults in one line. */
    public String text() {
      return faults.stream().map(Fault::toString).collect(Collectors.joining("; "));
    }
  }

  /** Reads a document of text. */
  static Reading of(String json) {
    return SpecReader.read(json);
  }

  /** Reads a document that is parsed already. */
  static Reading of(JsonNode tree) {
    return SpecReader.read(tree);
  }
}
