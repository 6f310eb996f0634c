// A store that cannot be opened: told to the person at the command line in one sentence.
export class StoreProblem extends Error {}
