package dev.muster.apiserver.handlers;

import dev.muster.authz.Attributes;
import dev.muster.authz.Decision;
import dev.muster.http.Exchange;
import dev.muster.model.status.Status;

/** What is said about a refusal besides the refusal itself. Thread-safe, never throws. */
public interface Refusals {
  /** Nothing. */
  Refusals PLAIN =
      new Refusals() {
        @Override
        public long now() {
          return 0;
        }

        @Override
        public Status refused(
            Exchange exchange, Attributes request, Decision decision, long asked, Status plain) {
          return plain;
        }
      };

  /** When the authorizers are about to be asked, as {@link #refused} is told. Costs nothing. */
  long now();

  /**
   * What the client is answered.
   *
   * @param asked what {@link #now} said before the authorizers were asked
   * @param plain the refusal as Kubernetes has it, whose message stays as it is
   */
  Status refused(
      Exchange exchange, Attributes request, Decision decision, long asked, Status plain);
}
