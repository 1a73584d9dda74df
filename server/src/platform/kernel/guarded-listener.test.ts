import { EventEmitter } from 'node:events'
import { expect, it } from 'vitest'
import { readSourceFiles } from '../../../test/support/source-imports.ts'
import { guarded } from './guarded-listener.ts'

it('an error of a listener goes to whoever is responsible, with what the listener was given', () => {
  const faults: unknown[] = []
  const emitter = new EventEmitter()
  const listener = (text: string) => {
    if (text !== 'fine') throw new Error(text)
  }
  emitter.on(
    'message',
    guarded(listener, (error, text) => faults.push((error as Error).message, text)),
  )
  emitter.emit('message', 'fine')
  emitter.emit('message', 'broken')
  expect(faults).toEqual(['broken', 'broken'])
})

/** Events with which something comes in from outside. */
const INCOMING =
  /\.(?:on|once)\(\s*'(?:upgrade|connection|clientError|checkContinue|checkExpectation|request|message|data|response|notification|open|pong)',\s*([^;]*)/g
/** Listeners that only keep what they are given. */
const HARMLESS = [
  /^guarded\(/,
  /^\(?(?:resolve|reject|follow|route|count|expectAnswer)\b/,
  // Threads and processes of their own: an error ends them, and whoever asked is told.
  /^(?:async )?\((?:question: Question|file: Uint8Array)\)/,
  /^\(\) => (?:send\(|\{\s*isAlive = true)/,
  /^\((?:chunk: Buffer|text: string)\) => (?:chunks\.push\(chunk\)|\{\s*(?:chunks\.push|bytes \+=|if \(complaint\.length|\w+ \+=|\w+ = ))/,
]

it('every listener of what comes from outside is guarded, or only keeps it', () => {
  const found = readSourceFiles().flatMap(({ path, text }) =>
    [...text.matchAll(INCOMING)]
      .map(([, listener = '']) => listener)
      .filter((listener) => !HARMLESS.some((form) => form.test(listener)))
      .map((listener) => `${path}: ${listener.slice(0, 80)}`),
  )
  expect(found).toEqual([])
})
