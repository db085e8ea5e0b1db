/**
 * Objects by the names of their types and fields: a view for each type of the tables in {@link
 * dev.muster.model.schema}, made from them when this module is built. A view holds nothing but a
 * place in a tree, so it costs what {@link dev.muster.model.field.At} costs.
 */
@NullMarked
package dev.muster.views;

import org.jspecify.annotations.NullMarked;
