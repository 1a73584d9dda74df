// Checks a page for accessibility problems with axe.
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { AxeResults, RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

const source = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** The rules whose answer depends on colours. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/** Fails on serious problems and names the elements. */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await seriousProblems(page)).toEqual([])
}

/** Fails on two landmarks of one name: a list of landmarks would not tell them apart. */
export async function expectUniqueLandmarks(page: Page): Promise<void> {
  expect(await problemsOf(page, { runOnly: ['landmark-unique'] })).toEqual([])
}

/** As `expectAccessible` for a light page, and once more in the dark, where nothing but its colours has changed. */
export async function expectAccessibleInBothSchemes(page: Page): Promise<void> {
  await expectAccessible(page)
  await changeScheme(page, 'dark')
  expect(await seriousProblems(page, { runOnly: COLOUR_RULES })).toEqual([])
  await changeScheme(page, 'light')
}

async function changeScheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor()
  // However short, the transitions of inner elements begin when those of the outer ones have ended.
  await page.waitForFunction(() => document.getAnimations().every((it) => !(it instanceof CSSTransition)))
}

const seriousProblems = (page: Page, options?: RunOptions) =>
  problemsOf(page, options, ['serious', 'critical'])

/** Of all impacts, unless some are named. */
async function problemsOf(page: Page, options: RunOptions = {}, impacts?: string[]): Promise<string[]> {
  // Evaluated instead of added as a script, which the page's content security policy forbids.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source)
  return page.evaluate(
    async ([chosen, counted]) => {
      const { axe } = globalThis as unknown as { axe: { run(options: RunOptions): Promise<AxeResults> } }
      // What passed would be described element by element, and sent here: that takes twice as long as the checks themselves.
      // Styles and media would be loaded again for one rule, whose problems are not serious.
      const { violations } = await axe.run({
        resultTypes: ['violations'],
        preload: false,
        // Targets of at least 24 px are asked for by WCAG 2.2, and off by default.
        rules: { 'target-size': { enabled: true } },
        ...chosen,
      })
      return violations
        .filter(({ impact }) => !counted || counted.includes(String(impact)))
        .flatMap(({ id, help, nodes }) =>
          nodes.map((node) => `${id}: ${help}: ${node.html} ${node.failureSummary}`),
        )
    },
    [options, impacts] as const,
  )
}
