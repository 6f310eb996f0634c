// The seed of all random choices in tests. It is fixed, so that the same code always has the same result;
// DAYBOOK_TEST_SEED=random chooses another one for each run, to search for what no run has met yet.
import fc from 'fast-check';

const given = process.env.DAYBOOK_TEST_SEED ?? '5322';

/** A number from -2^31 to 2^31 - 1. */
export const seed = given === 'random' ? Date.now() | 0 : Number(given);
if (!Number.isInteger(seed)) throw new Error(`DAYBOOK_TEST_SEED=${given}: give a whole number or "random".`);

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed });
