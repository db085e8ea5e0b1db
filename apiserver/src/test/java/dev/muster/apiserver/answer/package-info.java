/**
 * Tables of requests with the status and the words of the answers that the real server's rules give
 * to them, beyond the recorded ones. Each class shares one server; the rows of a table are asked in
 * order.
 */
@NullMarked
package dev.muster.apiserver.answer;

import org.jspecify.annotations.NullMarked;
