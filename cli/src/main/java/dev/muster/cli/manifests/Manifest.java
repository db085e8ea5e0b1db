package dev.muster.cli.manifests;

import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * An object as it was written.
 *
 * @param place the file and the document in it, for messages
 */
public record Manifest(String place, ObjectNode tree) {}
