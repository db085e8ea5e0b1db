/**
 * Requests of those who live in the server's own process, such as controllers: they pass the same
 * endpoint as anybody's, as the user they were made for, without TLS and without bytes in between.
 */
@NullMarked
package dev.muster.apiserver.inprocess;

import org.jspecify.annotations.NullMarked;
