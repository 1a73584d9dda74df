// Checks a page for accessibility problems with axe.
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { AxeResults, RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

const source = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Fails on serious problems and names the elements. */
export async function expectAccessible(page: Page): Promise<void> {
  // Evaluated instead of added as a script, which the page's content security policy forbids.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source)
  const serious = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: { run(options: RunOptions): Promise<AxeResults> } }
    // What passed would be described element by element, and sent here: that takes twice as long as the checks themselves.
    // Styles and media would be loaded again for one rule, whose problems are not serious.
    const { violations } = await axe.run({ resultTypes: ['violations'], preload: false })
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, help, nodes }) =>
        nodes.map((node) => `${id}: ${help}: ${node.html} ${node.failureSummary}`),
      )
  })
  expect(serious).toEqual([])
}
