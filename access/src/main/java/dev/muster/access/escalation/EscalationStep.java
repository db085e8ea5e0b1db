package dev.muster.access.escalation;

/**
 * One thing to do on a way.
 *
 * @param sentence for people
 * @param command a line for a shell: whatever names are in it, they are arguments and no commands
 */
public record EscalationStep(String sentence, String command) {}
