/**
 * Objects as people see them: tables with a printer per kind, and objects reduced to their
 * metadata. Stateless, safe for any thread; printing never fails, whatever an object holds.
 */
@NullMarked
package dev.muster.api.table;

import org.jspecify.annotations.NullMarked;
