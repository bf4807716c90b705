/**
 * Runs the other benchmarks in turns, with each mechanism for speed and without it, and compares
 * their results. It starts them as processes, and knows nothing of them but their command lines and
 * files.
 */
@NullMarked
package io.rowlock.bench.ablation;

import org.jspecify.annotations.NullMarked;
