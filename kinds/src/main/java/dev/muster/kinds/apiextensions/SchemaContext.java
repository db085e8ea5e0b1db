package dev.muster.kinds.apiextensions;

import dev.muster.model.field.Path;

/**
 * Where in a schema one is.
 *
 * @param noDefaults why there can be no default; empty if there can
 * @param meta inside of what metadata is described by
 * @param rules whether rules are looked at
 * @param uncorrelated the outermost part whose values cannot be told apart by what they were
 */
record SchemaContext(String noDefaults, boolean meta, boolean rules, String uncorrelated) {
  static final SchemaContext START = new SchemaContext("", false, true, "");

  SchemaContext without(String defaults) {
    return new SchemaContext(defaults, meta, rules, uncorrelated);
  }

  SchemaContext inMeta() {
    return new SchemaContext(noDefaults, true, rules, uncorrelated);
  }

  SchemaContext values() {
    return new SchemaContext(noDefaults, meta, false, uncorrelated);
  }

  SchemaContext uncorrelated(Path at) {
    return uncorrelated.isEmpty()
        ? new SchemaContext(noDefaults, meta, rules, at.toString())
        : this;
  }
}
