/**
 * CronJobs: which start times are due, which Jobs that makes, which of those that ended are kept.
 */
@NullMarked
package dev.muster.controllers.cronjob;

import org.jspecify.annotations.NullMarked;
