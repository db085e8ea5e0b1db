/**
 * Jobs. {@link dev.muster.controllers.job.JobAssessment} says where a Job stands, {@link
 * dev.muster.controllers.job.WantedPods} which pods to make or remove because of that, {@link
 * dev.muster.controllers.job.PodTracking} how the status counts pods that ended: functions of the
 * Job, its pods and the time. Only the controller itself writes, in an order that counts each pod
 * once whenever it is stopped: a pod's uid is in the status before the finalizer is taken from it,
 * and leaves the status after that, together with the count.
 */
@NullMarked
package dev.muster.controllers.job;

import org.jspecify.annotations.NullMarked;
