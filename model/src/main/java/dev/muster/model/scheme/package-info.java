/**
 * What a kind is: its names, its type, its rules, how it is stored; and the kinds that a server
 * knows.
 */
@NullMarked
package dev.muster.model.scheme;

import org.jspecify.annotations.NullMarked;
