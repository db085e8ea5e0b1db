/**
 * OCI runtime specifications, made from CRI requests. Everything here is a function of its
 * arguments and of what the host offers; nothing is changed on disk. A request that asks for what
 * cannot be is {@link dev.muster.runtime.refusal.Refused} with the field's name.
 */
@NullMarked
package dev.muster.runtime.oci;

import org.jspecify.annotations.NullMarked;
