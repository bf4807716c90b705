/**
 * Measures how much of the library runs: {@link io.rowlock.coverage.MeasuredClasses} record the
 * branches that they take, {@link io.rowlock.coverage.CoverageReport} reports which are left over,
 * and {@link io.rowlock.coverage.Argument} why one may be.
 */
@NullMarked
package io.rowlock.coverage;

import org.jspecify.annotations.NullMarked;
