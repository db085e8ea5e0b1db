/**
 * {@code --authorization-config}: which authorizers are asked, in which order, and how each is. A
 * file is decoded ({@link dev.muster.apiserver.authzconfig.ConfigurationReader}), validated, made a
 * chain of authorizers, and followed as it changes.
 *
 * <p>INVARIANT (one configuration): a decision is made by exactly one configuration. A chain is
 * immutable, is read once for a decision, and what it has opened is closed only when nobody is in
 * it.
 *
 * <p>A file that is no good ends the start; later it is told of, and the last good one stays in
 * force.
 */
@NullMarked
package dev.muster.apiserver.authzconfig;

import org.jspecify.annotations.NullMarked;
