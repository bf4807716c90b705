/**
 * The rows of a freshly loaded database (clause 4.3.3.1), which are a function of the seed; the
 * random numbers of the specification; and the loader.
 */
@NullMarked
package io.rowlock.bench.tpcc.population;

import org.jspecify.annotations.NullMarked;
