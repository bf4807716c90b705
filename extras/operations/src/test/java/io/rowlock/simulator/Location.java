package io.rowlock.simulator;

/** The server that a client assumes for a region. */
record Location(Region region, Server server) {}
