package dev.muster.client.api;

import java.io.InputStream;

/**
 * What was answered.
 *
 * @param status HTTP's
 * @param body to be closed by whoever asked, from any thread: that ends an answer which goes on
 */
public record ApiReply(int status, InputStream body) {}
