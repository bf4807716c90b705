/**
 * What an operator sees first: which tables are transactional, and what is wrong with a cluster.
 * Start with {@link io.rowlock.operations.doctor.ClusterDoctor}. It only reads.
 */
@NullMarked
package io.rowlock.operations.doctor;

import org.jspecify.annotations.NullMarked;
