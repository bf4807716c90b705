/**
 * What transactions and administration share: connections, threads, clock checks, the wiring of the
 * protocol to HBase, and the wording of failures.
 */
@NullMarked
package io.rowlock.internal.engine;

import org.jspecify.annotations.NullMarked;
