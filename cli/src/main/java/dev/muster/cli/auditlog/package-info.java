/**
 * Audit logs as files: one or a directory of them, standard input, or one that is still written. A
 * file that is followed is read by one thread and stopped by any.
 */
@NullMarked
package dev.muster.cli.auditlog;

import org.jspecify.annotations.NullMarked;
