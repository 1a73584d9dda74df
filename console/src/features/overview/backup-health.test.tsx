import { expect, it } from 'vitest'
import { renderHtml } from '../../../test/support/render.tsx'
import type { System } from '../../session/use-system.ts'
import { BackupHealth } from './backup-health.tsx'

type Backup = NonNullable<System['backup']>

const good: Backup = {
  lastTime: '2026-03-02 03:00:00',
  lastFile: 'carillon-0a1b2c3d-20260301T190000Z.tar.gz',
  lastBytes: 8 * 1024 * 1024,
  late: false,
  failTime: null,
  failure: null,
}
const textOf = (backup: System['backup'], language: 'en' | 'zh' = 'en') =>
  renderHtml(<BackupHealth backup={backup} />, { language })
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

it('says nothing if nobody makes backups', () => {
  expect(textOf(null)).toBe('')
})

it('says how the last backup was, in both languages', () => {
  expect(textOf(good)).toMatch(/^Backups Up to date Last backup: .*03:00.*\(8 MiB\) carillon-0a1b2c3d/)
  expect(textOf(good, 'zh')).toMatch(/^备份 正常 最近一次备份：.*03:00.*8 MiB/)
  expect(textOf({ ...good, late: true })).toContain('Too old')
  const never: Backup = { ...good, lastTime: null, lastFile: null, lastBytes: null }
  expect(textOf(never)).toBe('Backups None yet')
  expect(textOf(never, 'zh')).toBe('备份 尚无')
})

it('says why the last one failed', () => {
  const failed: Backup = {
    ...good,
    failTime: '2026-03-03 03:00:01',
    failure: 'ENOSPC: no space left on device',
  }
  expect(textOf(failed)).toMatch(/^Backups Failed .*ENOSPC: no space left on device \(.*03:00/)
  expect(textOf(failed, 'zh')).toMatch(/^备份 失败 .*ENOSPC: no space left on device/)
})
