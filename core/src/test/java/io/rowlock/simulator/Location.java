package io.rowlock.simulator;

/** Where a client believes a region to be served. */
record Location(Region region, Server server) {}
