/**
 * Who makes a request: headers of a proxy, client certificates, bearer tokens, service accounts,
 * tokens that a remote service judges, anonymous. Issuers of other tokens are in {@code jwt}, and
 * who configures them in {@code config}. Also whom a request asks to impersonate; whether it may is
 * not decided here.
 *
 * <p>All authenticators are thread-safe and answer with a {@link
 * dev.muster.apiserver.authn.Result}; bad credentials are a value, not an exception. Nothing here
 * logs a token or puts one into a message.
 */
@NullMarked
package dev.muster.apiserver.authn;

import org.jspecify.annotations.NullMarked;
