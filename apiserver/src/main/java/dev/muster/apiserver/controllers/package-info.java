/**
 * The control loops that keep a cluster in order: each watches some kinds and writes others through
 * the registry, as any client would. A loop that meets an error says so in the log and tries again.
 */
@NullMarked
package dev.muster.apiserver.controllers;

import org.jspecify.annotations.NullMarked;
