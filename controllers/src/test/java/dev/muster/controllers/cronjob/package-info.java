/** CronJobs, as functions. */
@NullMarked
package dev.muster.controllers.cronjob;

import org.jspecify.annotations.NullMarked;
