/**
 * Questions about access: what people ask, as a server would ask it of its authorizers, and the
 * policies that they ask about.
 *
 * <p>Pure: no network, no storage. What cannot be read is a {@link
 * dev.muster.access.PolicyException} that says where; what looks wrong and can be taken as it is, a
 * warning.
 */
@NullMarked
package dev.muster.access;

import org.jspecify.annotations.NullMarked;
