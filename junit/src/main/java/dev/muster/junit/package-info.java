/**
 * A real API server inside a unit test: RBAC, admission, watches and controllers, in the test's own
 * JVM. Nothing is downloaded, nothing is left behind.
 *
 * <p>A {@link dev.muster.junit.MusterCluster} may be used by many threads. A server that cannot
 * start fails the tests of the class with the reason.
 */
@NullMarked
package dev.muster.junit;

import org.jspecify.annotations.NullMarked;
