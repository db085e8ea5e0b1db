/**
 * ValidatingAdmissionPolicy and MutatingAdmissionPolicy: rules and changes in CEL that are written,
 * bound and changed as objects. Compiled policies are kept and follow the stored ones; every
 * request sees the policies whose write was acknowledged before it. What is wrong with a policy is
 * decided by its failure policy.
 */
@NullMarked
package dev.muster.admission.policy;

import org.jspecify.annotations.NullMarked;
