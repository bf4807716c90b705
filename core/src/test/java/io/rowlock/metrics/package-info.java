/**
 * Measures the project's own source and English; {@code scripts/code-metrics} prints the result.
 */
@NullMarked
package io.rowlock.metrics;

import org.jspecify.annotations.NullMarked;
