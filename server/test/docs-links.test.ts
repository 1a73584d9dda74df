// Every link of the documents leads somewhere: to a file of the checkout, and to a heading of it.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const pages = [
  ...readdirSync(root).filter((name) => name.endsWith('.md')),
  ...readdirSync(join(root, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
  'client/README.md',
]

const read = (page: string) => readFileSync(join(root, page), 'utf8').replace(/^```[\s\S]*?^```$/gm, '')

/** As GitHub makes the anchors of headings. */
function anchorsOf(page: string): Set<string> {
  const anchors = new Set<string>()
  for (const [, heading = ''] of read(page).matchAll(/^#{1,6} +(.+)$/gm)) {
    const plain = heading
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/\s/g, '-')
    let anchor = plain
    for (let more = 1; anchors.has(anchor); more += 1) anchor = `${plain}-${more}`
    anchors.add(anchor)
  }
  return anchors
}

describe.each(pages)('%s', (page) => {
  it('has no link that leads nowhere', () => {
    const links = [...read(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link)
    const lost = links.filter((link) => {
      if (/^[a-z]+:/.test(link)) return false
      const [path = '', anchor] = link.split('#')
      const target = path === '' ? page : join(dirname(page), path)
      if (!existsSync(join(root, target))) return true
      return anchor !== undefined && target.endsWith('.md') && !anchorsOf(target).has(anchor)
    })
    expect(lost).toEqual([])
  })
})

it('finds the links and the headings', () => {
  const links = pages.flatMap((page) => [...read(page).matchAll(/\]\([^)\s]+\.md#/g)])
  expect(links.length).toBeGreaterThan(100)
  expect(anchorsOf('README.md')).toContain('a-task-in-seven-steps')
})
