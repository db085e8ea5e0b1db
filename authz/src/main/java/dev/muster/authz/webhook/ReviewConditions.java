package dev.muster.authz.webhook;

import dev.muster.authz.Attributes;
import java.util.List;

/** Says which questions a service is asked at all. Thread-safe, never throws. */
@FunctionalInterface
public interface ReviewConditions {
  /** Every question is for the service. */
  ReviewConditions NONE = request -> Outcome.Applies.YES;

  /** Whether the webhook is to be asked about a request. */
  Outcome evaluate(Attributes request);

  /** Whether a question is for the service. */
  sealed interface Outcome {

    /** Every condition holds. */
    enum Applies implements Outcome {
      /** It is to be asked. */
      YES
    }

    /**
     * A condition does not hold, whatever became of the others.
     *
     * @param problems of those that could not be evaluated before
     */
    record Excluded(List<String> problems) implements Outcome {
      public Excluded {
        problems = List.copyOf(problems);
      }
    }

    /** None was found not to hold, and some could not be evaluated. */
    record Failed(List<String> problems) implements Outcome {
      public Failed {
        problems = List.copyOf(problems);
      }
    }
  }
}
