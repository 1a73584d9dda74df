// THIRD-PARTY-NOTICES.md names every package that is installed with the service and whose license asks for a notice of its own.

import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

interface LockedPackage {
  license?: string
  dev?: boolean
  link?: boolean
}

const read = (name: string) => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8')
const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, LockedPackage> }
/** The package and its license, by the first two columns. */
const noticed = new Map(
  [...read('THIRD-PARTY-NOTICES.md').matchAll(/^\| ([\w@/.-]+) \| ([^|]+) \|/gm)]
    .map(([, name = '', license = '']) => [name, license] as const)
    .filter(([name]) => name !== 'package' && !name.startsWith('---')),
)

/** Licenses that ask for no more than their text, which each package contains. */
const PERMISSIVE =
  /^\(?(MIT|ISC|Apache-2\.0|BSD-[23]-Clause|0BSD|BlueOak-1\.0\.0|Unlicense|Python-2\.0|PostgreSQL)\b/

const installed = Object.entries(packages)
  .filter(([path, { dev, link }]) => path.includes('node_modules/') && !dev && !link)
  .map(([path, { license = 'none' }]) => ({ name: path.replace(/.*node_modules\//, ''), license }))

it('has every package that is not under a permissive license', () => {
  // The builds of a package for one platform are parts of it.
  const partOf = (name: string) =>
    [...noticed.keys()].some((each) => name === each || name.startsWith(`${each}-`))
  const missing = installed.filter(({ name, license }) => !PERMISSIVE.test(license) && !partOf(name))
  expect(missing).toEqual([])
})

it('has no package that is not installed, and each with the license that it has', () => {
  expect(noticed.size).toBeGreaterThan(0)
  for (const [name, license] of noticed) {
    const locked = installed.find((each) => each.name === name)
    expect(license.split(';')[0], name).toBe(locked?.license)
  }
})
