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
const ASSEMBLERS = ['main.tsx', 'app.tsx', 'routes.tsx', 'vite-env.d.ts']

/** The features that each feature may import. */
const allowedFeatures: Record<string, string[]> = {
  tasks: [],
  contacts: ['tasks'],
  'data-sources': ['contacts'],
  overview: ['tasks'],
  settings: ['overview'],
}

/** A feature's subfolders are private, except for these files. */
const OFFERED_FILES = [
  'features/contacts/import/import-dialog.tsx',
  'features/contacts/import/use-file-drop.ts',
]

/** Still read files in the browser with the server's parsers, until the dialog uses the server's import jobs. */
const SERVER_IMPORTERS = [
  'features/contacts/import/failed-rows.ts',
  'features/contacts/import/import-parts.ts',
  'features/contacts/import/import-preview.tsx',
  'features/contacts/import/phone-column.ts',
  'features/contacts/import/sample-file.ts',
  'features/contacts/import/table/collect-rows.ts',
  'features/contacts/import/table/open-table.ts',
  'features/contacts/import/table/read-csv.ts',
  'features/contacts/import/table/read-workbook.ts',
  'features/contacts/import/table/read-xlsx.ts',
  'features/contacts/import/table/text-encoding.ts',
  'features/contacts/import/table/zip-entries.ts',
]

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
      if (isOutside(imported) || part === file.part || ASSEMBLERS.includes(file.part)) return false
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

  it('import nothing from the server', () => {
    const importers = files.filter(({ imports }) => imports.some(isOutside)).map(({ path }) => path)
    expect(importers.filter((path) => !SERVER_IMPORTERS.includes(path))).toEqual([])
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
    const broken = crossingsThat(
      (_file, imported) => isInSubfolder(imported) && !OFFERED_FILES.includes(imported),
    )
    expect(broken).toEqual([])
  })
})
