package dev.muster.apiserver.registry;

import dev.muster.model.apply.ManagedFields;
import dev.muster.model.scheme.Kinds;
import java.time.InstantSource;

/**
 * The parts by which a server's objects are read and written: one of each, made once, for those who
 * wire others with them.
 *
 * @param cluster the objects, as admission and those who answer reviews see them
 * @param fields who owns which field of them
 * @param admission who is asked before something is written or done
 */
public record RegistryParts(
    Kinds kinds,
    ClusterView cluster,
    ManagedFields fields,
    WriteAdmission admission,
    Registry registry,
    Deletes deletes,
    InstantSource clock) {}
