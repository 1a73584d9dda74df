// Sizes of type, distances and colours come from the theme, so that all pages look alike.
import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const source = new URL('../src/', import.meta.url)
const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
  (file) => /\.(tsx|css)$/.test(file) && file !== 'shell/theme.ts',
)

/** Lines that match, with their files. */
function linesWith(pattern: RegExp, among: string[]): string[] {
  return among.flatMap((file) =>
    readFileSync(new URL(file, source), 'utf8')
      .split('\n')
      .filter((line) => pattern.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  )
}

const styles = files.filter((file) => file.endsWith('.css'))
const parts = files.filter((file) => file.endsWith('.tsx'))

it('has colours in the theme alone', () => {
  expect(linesWith(/(^|[\s:('"`])#[0-9a-f]{3,8}\b(?!\s*[{,])|\brgba?\(|\bhsla?\(/i, files)).toEqual([])
})

it('has sizes of type in the theme alone', () => {
  expect(linesWith(/font-size:\s*[\d.]+/, styles)).toEqual([])
  expect(linesWith(/fontSize:\s*['"\d]|\b(fz|size)=(\{\d+\}|"\d+px")[^>]*<\/Text>/, parts)).toEqual([])
})

it('has distances of the scale; 1px and 2px are lines', () => {
  expect(
    linesWith(/^\s*(padding|margin|gap|row-gap|column-gap)(-\w+)?:.*?(?<![\w.(-])([3-9]|[1-9]\d+)px/, styles),
  ).toEqual([])
  expect(linesWith(/(?<![\w-])(gap|[pm][xytblr]?)=\{([3-9]|[1-9]\d+)\}/, parts)).toEqual([])
  expect(linesWith(/\b(padding|margin|gap)\w*:\s*\d{1,3}\b/, parts)).toEqual([])
})
