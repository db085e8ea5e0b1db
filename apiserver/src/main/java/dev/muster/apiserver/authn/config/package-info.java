/**
 * {@code --authentication-config}: which token issuers are trusted, what is made of their claims,
 * and which paths anybody may use. A file, or flags that say the same, becomes an {@link
 * dev.muster.apiserver.authn.config.AuthenticationConfiguration} whose expressions are compiled, or
 * everything that is wrong with it, in Kubernetes' words.
 *
 * <p>Configurations are immutable. Who follows the file has one thread; a file that is no good
 * changes nothing.
 */
@NullMarked
package dev.muster.apiserver.authn.config;

import org.jspecify.annotations.NullMarked;
