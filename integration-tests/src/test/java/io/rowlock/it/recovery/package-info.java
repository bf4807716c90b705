/**
 * Tests of recovery: locks of dead clients, lost tables and families, every fault at every step,
 * and the known mistakes of the protocol.
 */
package io.rowlock.it.recovery;
