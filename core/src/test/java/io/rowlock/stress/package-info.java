/**
 * Transactions of many threads and managers in real time, through an unreliable network: what no
 * simulation in virtual time and one thread can show.
 */
@NullMarked
package io.rowlock.stress;

import org.jspecify.annotations.NullMarked;
