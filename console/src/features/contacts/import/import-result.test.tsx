import { expect, it } from 'vitest'
import { renderHtml } from '../../../../test/support/render.tsx'
import { ImportResult } from './import-result.tsx'
import type { ImportJob } from './import-step.ts'

function title(job: Partial<ImportJob>, language: 'en' | 'zh' = 'en'): string | undefined {
  const ended = {
    id: 'j',
    dataSourceId: 's',
    status: 'completed',
    fileName: 'people.csv',
    importCount: 30,
    addedCount: 0,
    updatedCount: 0,
    successCount: 0,
    failCount: 0,
    duplicateCount: 0,
    unplacedCount: 0,
    error: null,
    ...job,
  } as ImportJob
  const nothing = () => undefined
  const html = renderHtml(<ImportResult job={ended} onAnother={nothing} onClose={nothing} />, { language })
  return html.match(/<h3[^>]*>(.*?)<\/h3>/)?.[1]
}

it('an import that added nothing says so, not that it is done', () => {
  expect(title({ failCount: 30 })).toBe('Nothing was imported')
  expect(title({ failCount: 30 }, 'zh')).toBe('没有导入任何数据')
  // Neither did one whose contacts were all there already.
  expect(title({ failCount: 30, duplicateCount: 30 })).toBe('Nothing was imported')
})

it('an import that added or changed something is done', () => {
  const done = title({ successCount: 30, addedCount: 30 })
  expect(done).not.toContain('Nothing')
  expect(title({ successCount: 1, addedCount: 1, failCount: 29 })).toBe(done)
  expect(title({ successCount: 1, updatedCount: 1, failCount: 29 })).toBe(done)
})
