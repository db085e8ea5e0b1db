/**
 * Which pods stand behind a Service: EndpointSlices, and the Endpoints that came before them. What
 * they should be is worked out by functions of the Service, its pods and what is there; the two
 * controllers only write that.
 */
@NullMarked
package dev.muster.controllers.endpoints;

import org.jspecify.annotations.NullMarked;
