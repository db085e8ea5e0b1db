/**
 * Tokens of OpenID providers: signed by a key that the issuer publishes, meant for us, in their
 * time, and mapped to a user as the configuration says.
 *
 * <p>Everything is thread-safe. Who asks for a known key never waits for a provider; who asks for
 * an unknown one has the provider asked at most every other second, whoever asks and however often.
 * A provider that hangs, sends too much or sends nonsense costs a bounded time and memory, and the
 * keys that were known before stay known.
 */
@NullMarked
package dev.muster.apiserver.authn.jwt;

import org.jspecify.annotations.NullMarked;
