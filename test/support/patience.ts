/** Milliseconds after which a test in the browser gives up; it only ends what would never happen, on any machine. */
export const PATIENCE = 90_000;
