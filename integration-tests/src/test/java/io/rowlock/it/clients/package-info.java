/**
 * Tests of clients: asynchronous calls, threads, interrupts, time limits, wrong clocks and wrong
 * arguments.
 */
package io.rowlock.it.clients;
