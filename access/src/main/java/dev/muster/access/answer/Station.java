package dev.muster.access.answer;

import java.util.List;

/**
 * Somebody on a request's way who has a say: who is taken for whom, an authorization mode, an
 * admission plugin, the rules by which a process gets its identity.
 *
 * @param name as its own words go: {@code RBAC}, {@code PodSecurityPolicy}
 * @param reason why, in its own words; empty if it gave none
 * @param decides whether the request's fate was settled here
 * @param changes what it did to the object, a sentence each
 */
public record Station(
    Stage stage,
    String name,
    Verdict verdict,
    String reason,
    boolean decides,
    List<String> changes) {
  public Station {
    changes = List.copyOf(changes);
  }

  /** One that changes nothing, and at which the request's fate is not settled. */
  public static Station of(Stage stage, String name, Verdict verdict, String reason) {
    return new Station(stage, name, verdict, reason, false, List.of());
  }

  /** The same, at which it is settled, or is not. */
  public Station deciding(boolean settled) {
    return new Station(stage, name, verdict, reason, settled, changes);
  }

  /** Where on the way, in this order. */
  public enum Stage {
    /** Who somebody is. */
    Authentication,
    /** Whether they may. */
    Authorization,
    /** Whether it may be written so, and what becomes of it. */
    Admission,
    /** Who its processes are. */
    Identity
  }

  /** What it said. */
  public enum Verdict {
    /** Yes. */
    Allowed,
    /** No. */
    Refused,
    /** It leaves it to the next one. */
    NoOpinion,
    /** It was not asked, because somebody before it decided, or because it cannot be. */
    NotAsked,
    /** It was asked, and did not say. */
    Unknown;

    /** Yes or no. */
    public static Verdict of(boolean allowed) {
      return allowed ? Allowed : Refused;
    }
  }
}
