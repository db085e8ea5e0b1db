/** How commands print what they found: tables for people, JSON and YAML for scripts. */
@NullMarked
package dev.muster.cli.output;

import org.jspecify.annotations.NullMarked;
