import { buffer } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { fromBufferPromise } from 'yauzl'
import { createZipStream, type ZipEntry } from './zip-stream.ts'

async function* entries(...list: ZipEntry[]): AsyncGenerator<ZipEntry> {
  yield* list
}

it('writes entries that an independent reader finds whole', async () => {
  const long = Array.from({ length: 3000 }, (_, i) => `row ${i} 王小明 `.repeat(20))
  const stream = createZipStream(
    entries(
      { path: 'a.xml', content: ['hello ', '世界'] },
      { path: 'empty', content: [] },
      { path: 'dir/姓.xml', content: long },
    ),
  )
  // It checks each size against the directory.
  const zip = await fromBufferPromise(await buffer(stream))
  const found: Record<string, string> = {}
  for await (const entry of zip.eachEntry()) {
    found[entry.fileName] = (await buffer(await zip.openReadStreamPromise(entry))).toString()
  }
  expect(found).toEqual({ 'a.xml': 'hello 世界', empty: '', 'dir/姓.xml': long.join('') })
})

it('writes the same bytes for the same entries', async () => {
  const make = () => buffer(createZipStream(entries({ path: 'a', content: ['x'] })))
  expect(await make()).toEqual(await make())
})
