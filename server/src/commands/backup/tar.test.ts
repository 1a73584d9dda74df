import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { BrokenTar, readTar, TAR_END, tarHeader, tarPadding } from './tar.ts'

const TIME = new Date('2026-03-01T10:00:00Z')
const FILES = {
  'empty.json': '',
  'tables/contact/000001.copy': 'a\tb\n',
  'recordings/long.wav': 'x'.repeat(70_000),
}

function pack(files: Record<string, string>): Buffer {
  const parts = Object.entries(files).flatMap(([name, text]) => [
    tarHeader(name, text.length, TIME),
    Buffer.from(text),
    tarPadding(text.length),
  ])
  return Buffer.concat([...parts, TAR_END])
}

async function* inPieces(archive: Buffer, bytes: number) {
  for (let start = 0; start < archive.length; start += bytes) yield archive.subarray(start, start + bytes)
}

async function unpack(archive: Buffer, bytes = 1000): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  for await (const { name, content } of readTar(inPieces(archive, bytes))) {
    found[name] = ''
    for await (const part of content) found[name] += part
  }
  return found
}

it.each([1, 512, 513, 1_000_000])('reads what it wrote, in pieces of %i bytes', async (bytes) => {
  expect(await unpack(pack(FILES), bytes)).toEqual(FILES)
})

it('writes what tar programs read', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tar-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'all.tar'), pack(FILES))
  execFileSync('tar', ['-xf', 'all.tar'], { cwd: folder })
  const found = Object.keys(FILES).map((name) => [name, readFileSync(join(folder, name), 'utf8')])
  expect(Object.fromEntries(found)).toEqual(FILES)
})

it('skips what is not read', async () => {
  const names: string[] = []
  for await (const { name } of readTar(inPieces(pack(FILES), 100))) names.push(name)
  expect(names).toEqual(Object.keys(FILES))
})

it('refuses an archive that is cut anywhere', async () => {
  const archive = pack({ 'a.json': 'abc', 'b.json': 'x'.repeat(600) })
  for (let bytes = 0; bytes < archive.length - TAR_END.length; bytes += 100)
    await expect(unpack(archive.subarray(0, bytes))).rejects.toThrow(BrokenTar)
})

it('refuses a damaged header, and what is not a plain file', async () => {
  const damaged = pack(FILES)
  damaged[3] = 0x7a
  await expect(unpack(damaged)).rejects.toThrow('the header of an entry is damaged')
  await expect(unpack(Buffer.from('GIF89a'.padEnd(2000)))).rejects.toThrow(BrokenTar)
})
