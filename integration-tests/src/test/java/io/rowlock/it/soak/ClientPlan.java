package io.rowlock.it.soak;

import java.nio.file.Path;

/**
 * The task of a client process, as JSON its only argument.
 *
 * @param site the file with the configuration that finds the cluster
 * @param layout of the database
 * @param directory gets the ledger and the log
 * @param threads each of them a terminal
 * @param rate business transactions a second of all threads together
 * @param figuresMillis how often the client writes its figures
 * @param lasting whether it collects its garbage before it writes them, and creates tables
 */
record ClientPlan(
    Path site,
    String layout,
    Path directory,
    int threads,
    double rate,
    long seed,
    long figuresMillis,
    boolean lasting) {}
