package dev.muster.authz.node;

/** The kinds whose objects nodes may come to read. */
enum ObjectType {
  POD,
  SECRET,
  CONFIG_MAP,
  CLAIM,
  VOLUME,
  ATTACHMENT,
  RESOURCE_SLICE,
  SERVICE_ACCOUNT,
  RESOURCE_CLAIM
}
