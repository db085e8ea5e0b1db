/**
 * Objects by the names of their types and fields: two views for each type of the tables in {@link
 * dev.muster.model.types}, made from them when this module is built. {@code PodSpec} reads and
 * knows where it stands; it holds nothing but a place in a tree, so it costs what {@link
 * dev.muster.model.field.At} costs. {@code MutablePodSpec} reads and writes; it holds nothing but
 * the tree. Neither is for several threads at once unless the tree is.
 */
@NullMarked
package dev.muster.views;

import org.jspecify.annotations.NullMarked;
