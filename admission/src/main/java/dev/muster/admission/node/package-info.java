/**
 * What nodes may write: themselves, their pods' status, and tokens for their pods. The node
 * authorizer says which kinds of requests a node may make at all; what is in the objects is judged
 * here.
 */
@NullMarked
package dev.muster.admission.node;

import org.jspecify.annotations.NullMarked;
