import { expect, it } from 'vitest'
import { type CallResult, conversationLines } from './conversation-lines.ts'

const kinds = (result: CallResult, talkMs: number | null = 20_000) =>
  conversationLines({ result, transcript: [], talkMs }).map(({ what, side, offsetMs }) => [
    what.is,
    side,
    offsetMs,
  ])

it('tells a call in the order in which it happened', () => {
  const lines = kinds({
    verdict: { is: 'person', by: 'detector', how: 'short_greeting', afterMs: 1900 },
    digits: { confirm: '1' },
    said: [
      { step: 'confirm', text: 'Press 1.', offsetMs: 0 },
      { step: 'confirm', text: 'Press 1.', offsetMs: 7000 },
      { step: 'thanks', text: 'Thank you.', offsetMs: 9100 },
    ],
    pressed: [
      { step: 'confirm', keys: '5', offsetMs: 6900 },
      { step: 'confirm', keys: '1', offsetMs: 9100 },
    ],
    recordings: [{ id: 'r', what: 'call', offsetMs: 10 }],
    transfer: { to: 'sip:desk@example.org', result: 'answered', offsetMs: 15_000 },
  })
  expect(lines).toEqual([
    ['answered', 'middle', 0],
    ['said', 'us', 0],
    ['recording', 'middle', 10],
    ['verdict', 'middle', 1900],
    ['pressed', 'callee', 6900],
    ['said', 'us', 7000],
    ['pressed', 'callee', 9100],
    ['said', 'us', 9100],
    ['transfer', 'middle', 15_000],
    ['ended', 'middle', 20_000],
  ])
})

it('tells a call without times as it is known', () => {
  const lines = kinds({
    digits: { confirm: '1', mood: '' },
    said: [{ step: 'confirm', text: 'Press 1.' }],
    optOut: 'list',
    hungUp: 'mood',
  })
  expect(lines.map(([is]) => is)).toEqual(['answered', 'said', 'pressed', 'noKeys', 'optOut', 'hungUp'])
})

it('says that a call was broken off', () => {
  const lines = kinds({ digits: { confirm: '1' }, ending: 'interrupted' })
  expect(lines.map(([is]) => is)).toEqual(['answered', 'pressed', 'interrupted'])
})

it('puts what a voice agent has told between the rest, and has no end while the call is live', () => {
  const lines = conversationLines({
    result: { said: [{ step: 'greet', text: 'Hello.', offsetMs: 0 }], agent: 'died' },
    transcript: [
      { who: 'agent', text: 'How are you?', offsetMs: 3000 },
      { who: 'callee', text: 'Fine.', offsetMs: null },
    ],
    talkMs: null,
  })
  expect(lines.map(({ side, what }) => [side, what.is])).toEqual([
    ['middle', 'answered'],
    ['us', 'said'],
    ['us', 'spoken'],
    ['callee', 'spoken'],
    ['middle', 'agent'],
  ])
})
