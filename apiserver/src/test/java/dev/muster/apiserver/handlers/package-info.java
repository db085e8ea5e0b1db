/** Single handlers. */
@NullMarked
package dev.muster.apiserver.handlers;

import org.jspecify.annotations.NullMarked;
