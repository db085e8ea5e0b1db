/**
 * What runs containers. Their port rules are the machine's, so these tests do not run beside others
 * that add to them.
 */
@NullMarked
package dev.muster.cli.pods;

import org.jspecify.annotations.NullMarked;
