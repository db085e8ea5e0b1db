package dev.muster.access.answer;

/**
 * What a server said to an access review.
 *
 * @param reason why, in its authorizers' words; empty if they gave none
 * @param error what went wrong on the way, which need not have changed the answer
 */
public record ServerAnswer(boolean allowed, String reason, String error) {}
