/** What a freshly loaded database holds (clause 4.3.3.1): a function of the seed, row by row. */
@NullMarked
package io.rowlock.bench.tpcc.population;

import org.jspecify.annotations.NullMarked;
