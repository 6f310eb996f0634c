// Whether the first token may exist without having arrived, after one or more attempts to create it.
import { expect, it } from 'vitest';
import { noteIfLost } from '../../../web/src/settings/access/first-token.ts';

/** What is known after these answers: the text of a token, or the status of a refusal, 0 without an answer. */
async function isLostAfter(...answers: readonly (string | number)[]): Promise<boolean> {
  let isLost = false;
  for (const answer of answers) {
    const settled = typeof answer === 'string' ? Promise.resolve(answer) : Promise.reject({ status: answer });
    const noted = noteIfLost(settled, (known) => {
      isLost = known;
    });
    await noted.catch(() => {});
  }
  return isLost;
}

it('a first token may exist without having arrived if there was no answer, also when it is refused after that', async () => {
  expect(await isLostAfter(0)).toBe(true);
  expect(await isLostAfter(0, 401)).toBe(true);
});

it('no token exists if the form was wrong', async () => {
  expect(await isLostAfter(400)).toBe(false);
});

it('a first token that the next attempt has brought is not lost', async () => {
  expect(await isLostAfter(0, 'dbk_first')).toBe(false);
});
