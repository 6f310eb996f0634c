// Preloaded into a service by a test: its clock is ahead by so many milliseconds.
const ahead = Number(process.env.TEST_CLOCK_AHEAD);
const now = Date.now.bind(Date);
Date.now = () => now() + ahead;
