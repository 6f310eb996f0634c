// What axe-core finds on a page.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

/** The rules that look at colours: nothing else differs between the themes. */
export const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

const source = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** Experimental rules, which axe-core does not check by itself. */
const MORE_RULES = { 'label-content-name-mismatch': { enabled: true } };

/** Each element that breaks a rule, with the rule before it. */
export async function violations(page: Page, options: RunOptions = {}): Promise<string[]> {
  // Evaluated, not added as a script: the policy of the page forbids that.
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(source);
  const rules = options.runOnly ? {} : { rules: MORE_RULES };
  const found = (await page.evaluate(
    `axe.run(document, ${JSON.stringify({ resultTypes: ['violations'], iframes: false, selectors: false, ...rules, ...options })})`,
  )) as AxeResults;
  return found.violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 160)}`));
}
