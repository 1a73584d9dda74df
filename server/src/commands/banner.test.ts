import { describe, expect, it } from 'vitest'
import { readConfig } from '../config.ts'
import { describeStart } from './banner.ts'

const TOKEN = 'carillon_just-made'
const storage = {
  connection: {},
  location: '/data/postgres',
  lost: new Promise<string>(() => undefined),
  close: async () => undefined,
}

function describeFirstStart(isTerminal: boolean, location = storage.location): string {
  return describeStart({
    address: 'http://127.0.0.1:3000',
    storage: { ...storage, location },
    config: readConfig({ TIME_ZONE: 'UTC' }),
    token: { file: '/data/access-token', token: TOKEN, isPreset: false },
    isTerminal,
  })
}

describe('what a start prints', () => {
  it('has the first token on a terminal', () => {
    expect(describeFirstStart(true)).toContain(`${TOKEN}  (shown only once; saved in /data/access-token)`)
  })

  it('has only the place of the first token anywhere else', () => {
    const text = describeFirstStart(false)
    expect(text).toContain('Access token   in /data/access-token\n')
    expect(text).not.toContain(TOKEN)
  })

  it('has a preset token on a terminal only', () => {
    const accessToken = 'preset-token-of-32-characters-at-least'
    const shown = [true, false].map((isTerminal) =>
      describeStart({
        address: 'http://127.0.0.1:3000',
        storage,
        config: readConfig({ TIME_ZONE: 'UTC', ACCESS_TOKEN: accessToken }),
        token: { file: '/data/access-token', token: undefined, isPreset: true },
        isTerminal,
      }).includes(accessToken),
    )
    expect(shown).toEqual([true, false])
  })

  it.each([
    ['20.19.2', true],
    ['22.23.0', false],
    ['24.1.0', false],
  ])('on Node.js %s says whether it is still maintained', (nodeVersion, isSaid) => {
    const start = {
      address: 'http://127.0.0.1:3000',
      storage,
      config: readConfig({ TIME_ZONE: 'UTC' }),
      token: { file: '/data/access-token', token: undefined, isPreset: false },
      isTerminal: false,
    }
    expect(describeStart({ ...start, nodeVersion }).includes('no longer gets security fixes')).toBe(isSaid)
  })

  it('has no control character of a name', () => {
    expect(describeFirstStart(true, '/data/\u001b[2J\npostgres')).toContain('/data/\\u001b[2J\\u000apostgres')
  })
})
