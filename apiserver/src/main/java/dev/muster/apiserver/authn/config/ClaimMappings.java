package dev.muster.apiserver.authn.config;

import dev.muster.cel.Expression;
import java.util.List;

/** What a user is called, and belongs to, by the claims of a token. */
public record ClaimMappings(
    ClaimMapping username, ClaimMapping groups, ClaimMapping uid, List<ExtraMapping> extra) {

  public ClaimMappings {
    extra = List.copyOf(extra);
  }

  /** How one thing about a user is made. */
  public sealed interface ClaimMapping {
    /** It is not. */
    record None() implements ClaimMapping {}

    /** Of a claim, behind a prefix. */
    record Claim(String name, String prefix) implements ClaimMapping {}

    /** By an expression on all claims. */
    record Mapped(Expression expression) implements ClaimMapping {}
  }

  /** A key of the user's extra, and how its values are made. */
  public record ExtraMapping(String key, Expression expression) {}
}
