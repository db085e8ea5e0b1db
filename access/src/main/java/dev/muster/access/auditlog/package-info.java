/**
 * Audit logs, as servers write them and as services export them, read one event at a time: an event
 * a line, a document with a list of events, and CloudWatch's forms of both, compressed or not.
 * Memory is bounded whatever the bytes are; what is no event is counted, never passed over.
 */
@NullMarked
package dev.muster.access.auditlog;

import org.jspecify.annotations.NullMarked;
