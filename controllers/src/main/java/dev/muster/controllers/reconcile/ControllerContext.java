package dev.muster.controllers.reconcile;

import dev.muster.client.api.ApiClient;
import dev.muster.client.events.EventBroadcaster;
import dev.muster.client.informers.SharedInformers;
import dev.muster.client.queue.WorkQueue;
import java.time.InstantSource;

/**
 * What one controller works with.
 *
 * @param client as the controller's own service account
 * @param informers shared by all; what is asked for while a controller is made has everything
 *     before its first reconciliation
 * @param events told in the controller's name
 * @param queue of the keys to reconcile: its informers' handlers add to it
 */
public record ControllerContext(
    ApiClient client,
    SharedInformers informers,
    EventBroadcaster events,
    WorkQueue queue,
    InstantSource clock) {}
