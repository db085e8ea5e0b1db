package dev.muster.volumes;

import com.fasterxml.jackson.databind.JsonNode;

/** Which trust anchors: by name, or by signer and label selector; what is not used is empty. */
public record TrustBundleSpec(String name, String signerName, JsonNode labelSelector) {}
