// Which parts of the console may import which. Each rule lists the imports that break it.

import { describe, expect, it } from 'vitest'
import {
  findCircles,
  partOf,
  readSourceFiles,
  type SourceFile,
} from '../../server/test/support/source-imports.ts'

const files = readSourceFiles(new URL('../src', import.meta.url))

/** The parts that each part may import. `main.tsx`, `app.tsx` and `routes.tsx` assemble the page from all of them. */
const allowedParts: Record<string, string[]> = {
  live: [],
  language: ['session'],
  session: ['live', 'language', 'parts'],
  parts: ['language', 'session'],
  shell: ['language', 'session', 'parts', 'routes.tsx'],
  features: ['language', 'session', 'parts'],
}
/** What a colour means is the same everywhere. */
const PALETTE = 'shell/palette.ts'
const ASSEMBLERS = ['main.tsx', 'app.tsx', 'routes.tsx', 'vite-env.d.ts']

/** The features that each feature may import. */
const allowedFeatures: Record<string, string[]> = {
  alerts: [],
  audio: [],
  calendar: ['tasks'],
  flows: ['audio'],
  tasks: ['flows'],
  contacts: ['tasks'],
  'data-sources': ['contacts'],
  'do-not-call': ['contacts'],
  numbers: ['tasks'],
  overview: ['flows', 'tasks'],
  people: [],
  reports: ['tasks'],
  retention: [],
  settings: ['alerts', 'audio', 'overview', 'people', 'retention', 'tasks', 'trunks', 'webhooks'],
  trunks: ['flows'],
  webhooks: [],
  'command-palette': ['settings', 'tasks'],
}

/** What the tests and scripts share with the other packages. */
const SHARED_SUPPORT = ['../../server/test/support/', '../../bench/src/support/']

const isOutside = (imported: string) => imported.startsWith('../')
const isFeature = (path: string) => partOf(path) === 'features'
const featureOf = (path: string) => path.split('/')[1] ?? ''
const isInSubfolder = (path: string) => path.split('/').length > 3

function importsThat(breaks: (file: SourceFile, imported: string) => boolean): string[] {
  return files.flatMap((file) =>
    file.imports.filter((imported) => breaks(file, imported)).map((imported) => `${file.path} → ${imported}`),
  )
}

/** Imports from one feature into another. */
function crossingsThat(breaks: (file: SourceFile, imported: string) => boolean): string[] {
  return importsThat(
    (file, imported) =>
      isFeature(file.path) &&
      isFeature(imported) &&
      featureOf(file.path) !== featureOf(imported) &&
      breaks(file, imported),
  )
}

describe('the parts of the console', () => {
  it('all have a rule here', () => {
    const parts = new Set(files.map((file) => file.part))
    expect([...parts].filter((part) => !(part in allowedParts) && !ASSEMBLERS.includes(part))).toEqual([])
    const features = new Set(files.filter(({ path }) => isFeature(path)).map(({ path }) => featureOf(path)))
    expect([...features].filter((feature) => !(feature in allowedFeatures))).toEqual([])
  })

  it('import only the parts they may', () => {
    const broken = importsThat((file, imported) => {
      const part = partOf(imported)
      if (isOutside(imported) || imported === PALETTE || part === file.part || ASSEMBLERS.includes(file.part))
        return false
      return !allowedParts[file.part]?.includes(part)
    })
    expect(broken).toEqual([])
  })

  it('have no import cycles', () => {
    expect(findCircles(files)).toEqual([])
  })

  it('import only files that exist', () => {
    const known = new Set(files.map((file) => file.path))
    const broken = importsThat(
      (_file, imported) => /\.tsx?$/.test(imported) && !isOutside(imported) && !known.has(imported),
    )
    expect(broken).toEqual([])
  })

  it('import nothing from outside the console but packages', () => {
    expect(importsThat((_file, imported) => isOutside(imported))).toEqual([])
  })

  it('import nothing from the server but its words', () => {
    const modules = files.flatMap((file) => file.modules.map((module) => `${file.path} → ${module}`))
    expect(modules.filter((module) => / → @carillon\/server\/(?!words\/)/.test(module))).toEqual([])
  })

  it.each(['test', 'scripts'])('have %s that import only test support from outside the console', (folder) => {
    const outside = readSourceFiles(new URL(`../${folder}`, import.meta.url), /\.tsx?$/)
      .flatMap(({ imports }) => imports)
      .filter((imported) => imported.startsWith('../../'))
    expect(
      outside.filter((imported) => !SHARED_SUPPORT.some((allowed) => imported.startsWith(allowed))),
    ).toEqual([])
  })
})

describe('a feature', () => {
  it('imports only the features it may', () => {
    const broken = crossingsThat(
      (file, imported) => !allowedFeatures[featureOf(file.path)]?.includes(featureOf(imported)),
    )
    expect(broken).toEqual([])
  })

  it("imports nothing from another feature's subfolders", () => {
    expect(crossingsThat((_file, imported) => isInSubfolder(imported))).toEqual([])
  })
})
