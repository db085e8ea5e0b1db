package dev.muster.access.policy;

import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * One object as it was written.
 *
 * @param place a file and the number of the document in it, for messages
 */
public record PolicyDocument(String place, ObjectNode tree) {}
