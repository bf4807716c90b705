/** Tests of commits: isolation, atomicity, own writes, region commit, refused writes. */
package io.rowlock.it.commit;
