package dev.muster.authz.node;

/** An object that nodes may come to read; cluster-wide ones have an empty namespace. */
record ObjectKey(ObjectType type, String namespace, String name) {}
