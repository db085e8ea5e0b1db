/**
 * What clients of a store did and saw while it was disturbed, and what is wrong with it. Any thread
 * records; revisions tell the order in which things happened, the clock of one process what ended
 * before what began.
 */
@NullMarked
package dev.muster.testing.history;

import org.jspecify.annotations.NullMarked;
