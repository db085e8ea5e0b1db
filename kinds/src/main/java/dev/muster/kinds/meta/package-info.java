/**
 * What all objects have in common: names, labels, annotations, owners, finalizers, conditions and
 * generations, with the rules for creating and changing them. Stateless; faults are collected in
 * {@link dev.muster.model.field.Errors}, never thrown.
 */
@NullMarked
package dev.muster.kinds.meta;

import org.jspecify.annotations.NullMarked;
