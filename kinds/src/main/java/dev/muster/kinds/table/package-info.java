/**
 * Objects as people see them: tables with a printer per kind, and objects reduced to their
 * metadata. Stateless and safe for any thread, but for the tables of a watch; printing never fails,
 * whatever an object holds.
 */
@NullMarked
package dev.muster.kinds.table;

import org.jspecify.annotations.NullMarked;
