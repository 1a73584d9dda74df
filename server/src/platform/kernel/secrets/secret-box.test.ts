import { chmod, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, inject, it } from 'vitest'
import { newId } from '../ids.ts'
import { ensureKeyFile, keyIdOf, readKeyFile, renewKeyFile } from './key-file.ts'
import { createSecretBox, OPEN_BOX } from './secret-box.ts'

const newFile = () => join(inject('scratchFolder'), newId(), 'secret-key')
const SECRET = 'pa;ss"w0rd 密码'

async function boxWithKey() {
  const file = newFile()
  const [key] = await ensureKeyFile(file)
  return { file, box: createSecretBox(file), keyId: keyIdOf(key as Buffer) }
}

describe('a sealed secret', () => {
  it('says which key opens it, and nothing else', async () => {
    const { box, keyId } = await boxWithKey()
    const sealed = box.seal(SECRET, 'trunk:1')
    expect(sealed).toMatch(new RegExp(`^sealed:${keyId}:[A-Za-z0-9+/=]+$`))
    expect(sealed).not.toContain(SECRET)
    // Two of the same cannot be told to be the same.
    expect(box.seal(SECRET, 'trunk:1')).not.toBe(sealed)
    expect(box.open(sealed, 'trunk:1')).toBe(SECRET)
  })

  it('is of use to its own row only, and not once it was changed', async () => {
    const { box } = await boxWithKey()
    const sealed = box.seal(SECRET, 'trunk:1')
    expect(box.open(sealed, 'trunk:2')).toBeNull()
    const last = sealed.at(-3) === 'A' ? 'B' : 'A'
    expect(box.open(sealed.slice(0, -3) + last + sealed.slice(-2), 'trunk:1')).toBeNull()
    expect(box.open('sealed:0000000000000000:AAAA', 'trunk:1')).toBeNull()
  })

  it('is not opened without its key, and is stored as it is without any', async () => {
    const [one, other] = [await boxWithKey(), await boxWithKey()]
    expect(other.box.open(one.box.seal(SECRET, 'trunk:1'), 'trunk:1')).toBeNull()
    expect(OPEN_BOX.seal(SECRET, 'trunk:1')).toBe(SECRET)
    expect(one.box.open(SECRET, 'trunk:1')).toBe(SECRET)
    expect(one.box.open(null, 'trunk:1')).toBeNull()
    expect(createSecretBox(newFile()).keyIds()).toEqual([])
  })
})

describe('a key file', () => {
  it('is made once, for its owner alone', async () => {
    const file = newFile()
    const [first, second] = await Promise.all([ensureKeyFile(file), ensureKeyFile(file)])
    expect(first).toEqual(second)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(await ensureKeyFile(file)).toEqual(first)
  })

  it('that is renewed is read again by itself, and still opens what was sealed before', async () => {
    const { file, box, keyId } = await boxWithKey()
    const sealed = box.seal(SECRET, 'webhook:1')
    const keys = await renewKeyFile(file)
    expect(keys.map(keyIdOf)).toEqual([expect.not.stringMatching(keyId), keyId])
    expect(await readKeyFile(file)).toEqual(keys)
    expect(box.keyIds()).toEqual(keys.map(keyIdOf))
    expect(box.open(sealed, 'webhook:1')).toBe(SECRET)
    expect(box.seal(SECRET, 'webhook:1')).toContain(`sealed:${keyIdOf(keys[0] as Buffer)}:`)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
  })

  it('that is none says so', async () => {
    const file = newFile()
    await ensureKeyFile(file)
    await chmod(file, 0o600)
    await writeFile(file, 'abc\n')
    await expect(readKeyFile(file)).rejects.toThrow(`${file} is not a key: each line must have 64 hex digits`)
    expect(() => createSecretBox(file).seal(SECRET, 'trunk:1')).toThrow(file)
    expect(await readFile(file, 'utf8')).toBe('abc\n')
  })
})
