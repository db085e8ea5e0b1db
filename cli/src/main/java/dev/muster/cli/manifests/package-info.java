/**
 * The files that people hand to commands: YAML with one or more documents, or JSON, or directories
 * of them. Stateless; what cannot be read is an {@link java.io.IOException} that names the file and
 * the document.
 */
@NullMarked
package dev.muster.cli.manifests;

import org.jspecify.annotations.NullMarked;
