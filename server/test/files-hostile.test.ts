// Files made to do harm. Whatever a file holds, it is answered with a sentence for its owner, and nobody else notices.
import { randomUUID } from 'node:crypto'
import { constants, deflateRawSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { systemClock } from '../src/platform/kernel/clock.ts'
import { createSimulator } from '../src/telephony/switches/simulator/simulator.ts'
import { parseSimulatorSettings } from '../src/telephony/switches/simulator/simulator-settings.ts'
import { inlineCell, MB, type RawEntry, wideStrings, workbookFile } from './corpus/tabular-files.ts'
import { expectError, expectSuccess } from './support/expectations.ts'
import { contactCount, createFilesApp, type FilesApp, numberedRows } from './support/files-app.ts'
import { importJobsOf } from './support/import-jobs.ts'
import { leastOf } from './support/least-of.ts'

const GOOD = 'phoneNumber\n13800138000\n'
let app: FilesApp

beforeAll(async () => {
  app = await createFilesApp()
  expectSuccess(await app.upload(await app.addDataSource(randomUUID()), GOOD))
})
afterAll(() => app.close())

/** A part of a workbook that unpacks to `times` copies of a chunk: a small file that is long work. */
function bomb(name: string, before: string, chunk: string, times: number): RawEntry {
  const block = (text: string) => deflateRawSync(text, { level: 9, finishFlush: constants.Z_FULL_FLUSH })
  const packed = Buffer.concat([
    block(before),
    ...Array<Buffer>(times).fill(block(chunk)),
    deflateRawSync(''),
  ])
  return { name, packed, size: before.length + chunk.length * times, method: 8 }
}

const titles = `<row>${inlineCell('phoneNumber')}</row>`
const SHEET = 'xl/worksheets/sheet1.xml'
const hostile: [name: string, file: () => Buffer][] = [
  [
    'padded shared strings',
    () =>
      workbookFile({ rows: titles, sharedStrings: `<si><t> a${' '.repeat(60_000)}b</t></si>`.repeat(300) }),
  ],
  [
    'elements outside the table',
    () =>
      workbookFile({
        rows: '',
        raw: [bomb(SHEET, '<worksheet><cols>', '<col a="1"/>'.repeat(MB / 16), 60)],
      }),
  ],
  [
    'empty rows',
    () =>
      workbookFile({ rows: '', raw: [bomb(SHEET, '<worksheet><sheetData>', '<row/>'.repeat(MB / 8), 100)] }),
  ],
  [
    'one text in every cell of a wide table',
    () =>
      workbookFile({
        rows: titles + `<row>${'<c t="s"><v>0</v></c>'.repeat(20)}</row>`.repeat(1000),
        sharedStrings: `<si><t>${'宽'.repeat(13_000)}</t></si>`,
      }),
  ],
]

describe('while a hostile file is read', () => {
  it.each(hostile)('other requests are answered within a second: %s', async (_, file) => {
    expect(await leastOf(1000, () => slowestAnswer(file()))).toBeLessThan(1000)
  })

  /** In milliseconds, of the requests that are sent one after another until the file has been read. */
  async function slowestAnswer(file: Buffer): Promise<number> {
    const dataSourceId = await app.addDataSource(randomUUID())
    let isRead = false
    const uploading = app.upload(dataSourceId, file).finally(() => {
      isRead = true
    })
    let slowest = 0
    do {
      const asked = performance.now()
      expectSuccess(await app.get('/api/dataSource/list?pageSize=1'))
      slowest = Math.max(slowest, performance.now() - asked)
      await new Promise(setImmediate)
    } while (!isRead)
    const { status } = await uploading
    expect([200, 400]).toContain(status)
    return slowest
  }
})

describe('while import jobs read hostile files', () => {
  it('other requests are answered within a second, and the dialer goes on dialing', async () => {
    const settings = parseSimulatorSettings('answered=100, ring=0-0, talk=0-0')
    const gateway = createSimulator({ settings, clock: systemClock })
    const node = await createFilesApp({ role: 'all', gateway })
    onTestFinished(() => node.close())
    const list = await node.addDataSource('list')
    expectSuccess(await node.upload(list, numberedRows(10_000)))
    // Slow enough to go on until the files have been read, also on a busy machine.
    await node.limits.change({ lines: 100, callsPerSecond: 50 })
    const taskId = await node.addTask('task', list)
    expectSuccess(await node.post('/api/task/publish', { id: taskId }))
    node.startDialing()
    const calls = async () =>
      expectSuccess(await node.get<{ callCount: number }>(`/api/task/${taskId}/stat`)).callCount
    await expect.poll(calls).toBeGreaterThan(0)

    const jobs = importJobsOf(node)
    const target = await node.addDataSource('target')
    const files = hostile.map(([, file]) => file())
    const slowestAnswer = async () => {
      let isRead = false
      const reading = readAll().finally(() => {
        isRead = true
      })
      let slowest = 0
      const counts: number[] = []
      do {
        const asked = performance.now()
        expectSuccess(await node.get('/api/dataSource/list?pageSize=1'))
        slowest = Math.max(slowest, performance.now() - asked)
        counts.push(await calls())
        await new Promise(setImmediate)
      } while (!isRead)
      for (const end of await reading) expect(['refused', 'failed', 'completed']).toContain(end)
      const [first = 0, middle = 0, last = 0] = [0, counts.length >> 1, counts.length - 1].map(
        (at) => counts[at],
      )
      expect(middle).toBeGreaterThan(first)
      expect(last).toBeGreaterThan(middle)
      return slowest
    }

    /** How the import of each file ended. */
    async function readAll(): Promise<string[]> {
      const ends: string[] = []
      for (const file of files) {
        const uploaded = await jobs.upload(target, file)
        if (uploaded.status === 400) ends.push('refused')
        else {
          const { id } = expectSuccess(uploaded)
          expectSuccess(await node.post(`/api/import/${id}/start`, {}))
          ends.push((await jobs.ended(id)).status)
        }
      }
      return ends
    }
    expect(await leastOf(1000, slowestAnswer)).toBeLessThan(1000)
  })
})

describe('a file that goes past a limit', () => {
  it.each([
    ['on time', { deadlineMs: 0 }, /^The file takes more than 0 seconds to read/],
    ['on memory', { memoryMb: 16 }, /^The file takes more than 16 MB of memory to read/],
  ])(
    '%s is a 400, and leaves the data source and the service as they were',
    async (_, tableFiles, message) => {
      const limited = await createFilesApp({ tableFiles, database: app.database })
      try {
        const id = await app.addDataSource(randomUUID())
        const huge = workbookFile({ rows: titles, sharedStrings: wideStrings(300_000) })
        expectError(await limited.upload(id, huge), 400, message)
        expect(await contactCount(limited, id)).toBe(0)
        expect(expectSuccess(await app.upload(id, GOOD)).successCount).toBe(1)
      } finally {
        await limited.close()
      }
    },
  )
})
