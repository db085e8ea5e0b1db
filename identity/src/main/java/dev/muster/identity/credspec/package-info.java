/**
 * Credential specs: which group managed service account of Active Directory a Windows container
 * runs as. They hold no secrets. Reading is pure, bounded and safe for any thread; what is wrong
 * with a spec is a value that names the place, never an exception.
 */
@NullMarked
package dev.muster.identity.credspec;

import org.jspecify.annotations.NullMarked;
