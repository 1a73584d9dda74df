// docs/voice-agents.md shows the messages as they are sent, and its example of a signature fits.

import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { readAgentWord } from '../src/conversations/agents/agent-word.ts'
import {
  CONNECTED,
  readMessage,
  type ToAgent,
  writeMessage,
} from '../src/conversations/agents/media-stream.ts'
import { readConversation } from '../src/conversations/agents/read-conversation.ts'
import {
  MAX_COST_OF,
  MAX_COSTS,
  MAX_LINE_TEXT,
  MAX_LINES,
  MAX_LINES_AT_ONCE,
  MAX_SEARCHED,
  MAX_SUMMARY,
} from '../src/conversations/transcripts/conversation.ts'
import { sign } from '../src/platform/kernel/secrets/signature.ts'

const page = readFileSync(new URL('../../docs/voice-agents.md', import.meta.url), 'utf8')
const shown = [...page.matchAll(/```json\n([\s\S]*?)```/g)].map(([, text = '']) => JSON.parse(text))
const shownOf = (event: string) => shown.find((message) => message.event === event)

it('the docs show the messages to an agent as they are sent', () => {
  const { streamSid, callSid, accountSid, customParameters } = shownOf('start').start
  const messages: ToAgent[] = [
    { event: 'start', customParameters },
    { event: 'media', audio: new Uint8Array([0xff, 0xff]), chunk: 1, atMs: 0 },
    { event: 'dtmf', digit: '1' },
    { event: 'mark', name: 'greeting' },
    { event: 'stop' },
    {
      ...{ event: 'carillon', command: 'transfer', error: 'declined' },
      message: 'the other party has not taken the call',
    },
  ]
  expect(shownOf('connected')).toEqual(JSON.parse(CONNECTED))
  messages.forEach((message, index) => {
    const sent = writeMessage(message, index + 1, { streamSid, callSid, accountSid })
    expect(shown).toContainEqual(JSON.parse(sent))
  })
})

it('the docs show messages of an agent that are understood', () => {
  const rows = [...page.matchAll(/^\| `(\{"event":"(\w+)".*?\})` \|/gm)]
  expect(rows.map(([, , event]) => event)).toEqual(['media', 'mark', 'clear', 'stop', 'carillon'])
  for (const [, text = '', event] of rows)
    expect(readMessage(text.replace(', …', '')), text).toMatchObject({ event })
})

it('the docs show a word about the call that is taken', () => {
  const message = readMessage(JSON.stringify(shownOf('carillon')))
  if (message?.event !== 'carillon') throw new Error('it is not shown')
  expect(readAgentWord(message.word, 10, { callbackTime: (text) => ({ time: text }) })).toEqual({
    verdict: { is: 'person', by: 'agent', how: 'agent', afterMs: 10 },
    fields: { appointment: 'confirmed' },
    callbackTime: '17:00',
  })
})

it('the docs show what is told about a conversation as it is taken', () => {
  const { event, transcript, summary, cost } = shown.find((message) => message.summary !== undefined)
  const message = readMessage(JSON.stringify({ event, transcript, summary, cost }))
  if (message?.event !== 'carillon') throw new Error('it is not shown')
  const { of, ...price } = cost
  expect(readConversation(message.word, 10)).toEqual({ lines: transcript, summary, costs: { [of]: price } })
})

it('the docs name the limits of a conversation', () => {
  for (const limit of [
    `up to ${MAX_LINE_TEXT} characters`,
    `At most ${MAX_LINES_AT_ONCE} lines at once, and ${MAX_LINES} in a call`,
    `up to ${MAX_SUMMARY} characters`,
    `in up to ${MAX_COST_OF} characters`,
    `a call may have ${MAX_COSTS}`,
    `the latest ${MAX_SEARCHED.toLocaleString('en')} calls`,
  ])
    expect(page).toContain(limit)
})

it('the docs sign a request as it is checked', () => {
  const format = /SIGNATURE=\$\(printf '([^']+)'/.exec(page)?.[1] ?? ''
  const [path, time, body] = ['/api/agent/1', '1781078400', '{}']
  const values = [path, time, body]
  const text = format.replaceAll('\\n', '\n').replace(/%s/g, () => values.shift() ?? '')
  const hex = createHmac('sha256', 'secret').update(text).digest('hex')
  expect(sign('secret', time, { direction: 'callback', method: 'POST', path, body })).toBe(`v2=${hex}`)
})
