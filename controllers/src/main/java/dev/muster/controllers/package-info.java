/**
 * Workload controllers: what turns a Deployment into pods. They speak only the Kubernetes API, each
 * as its own service account, to the server in the same process or to any other.
 */
@NullMarked
package dev.muster.controllers;

import org.jspecify.annotations.NullMarked;
