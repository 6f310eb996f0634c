// Reads a JSON report of vitest: prints "PASSED FAILED", and appends each test that failed, also if its second attempt
// passed, with its message to a file.
// Runs on the Node of the machine, before or without an installation of the project's own.
import { appendFileSync, readFileSync } from 'node:fs';

const [reportFile, failuresFile] = process.argv.slice(2);
const report = JSON.parse(readFileSync(reportFile, 'utf8'));
const lines = report.testResults.flatMap(({ name, message, assertionResults }) => {
  const failed = assertionResults.filter(
    ({ status, failureMessages }) => status !== 'passed' || failureMessages.length > 0,
  );
  const file = name.replace(`${process.cwd()}/`, '');
  const tests = failed.map(
    ({ fullName, status, failureMessages }) =>
      `${file}: ${fullName}: ${status === 'passed' ? 'passed at the second attempt' : status}\n${short(failureMessages.join('\n'))}`,
  );
  return message && failed.length === 0 ? [`${file}: ${short(message)}`] : tests;
});
appendFileSync(failuresFile, lines.map((line) => `${line}\n`).join(''));
process.stdout.write(
  `${[report.numPassedTests, report.numFailedTests + report.numPendingTests + report.numTodoTests].join(' ')}\n`,
);

function short(text) {
  return text.split('\n').slice(0, 12).join('\n').slice(0, 1_500);
}
