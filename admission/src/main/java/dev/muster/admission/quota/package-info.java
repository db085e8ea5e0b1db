/**
 * What a namespace may have in all: each write is counted against the quotas that concern it, and
 * refused if it would exceed one. Thread-safe; a quota that somebody else changed is counted again.
 */
@NullMarked
package dev.muster.admission.quota;

import org.jspecify.annotations.NullMarked;
