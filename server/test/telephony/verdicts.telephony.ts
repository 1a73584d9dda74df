// Who answered: 13 kinds of phones are rung, and the detector judges by when they talk. docs/gateways.md shows the table.

import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import type { GatewayEvent } from '../../src/dialer/gateway.ts'
import type { Verdict } from '../../src/flows/call-result.ts'
import { beginDetection, type Detection, hearTalk, lookAgain } from '../../src/flows/detect-answer.ts'
import { shareAnsweringNetwork } from './answering-network.ts'
import { openGateway } from './controlled-call.ts'

const shared = shareAnsweringNetwork()

/** The last two digits of the phone, what it does, and who that is. */
const PHONES: [code: string, words: string, is: Verdict['is']][] = [
  ['16', '"Hello?" at once', 'person'],
  ['10', '"Hello?" after 0.6 s', 'person'],
  ['11', '"Hello, Ann Miller."', 'person'],
  ['14', '"Hello?", 1.2 s later "Hello?"', 'person'],
  ['15', '"喂，你好"', 'person'],
  ['13', 'silent for 4 s, then "Hello?"', 'person'],
  ['12', 'an office: 4.6 s of words', 'person'],
  ['50', 'never says anything', 'silence'],
  ['20', 'a machine: 10 s of greeting, tone', 'machine'],
  ['22', 'a machine: 2 s of silence, greeting, tone', 'machine'],
  ['23', 'a machine in Mandarin: 8 s of greeting, tone', 'machine'],
  ['21', 'a machine: "Leave a message.", tone', 'machine'],
  ['24', 'a machine: "Leave a message.", 1.1 s, greeting, tone', 'machine'],
]
/** Longer than the longest greeting. */
const LISTEN_MS = 16_000

/** The verdicts of one call, in order, as a flow gets them. */
function judge(since: () => number) {
  const verdicts: Verdict[] = []
  let timer: NodeJS.Timeout | undefined
  let { detector } = beginDetection()
  const apply = (detection: Detection) => {
    detector = detection.detector
    if (detection.verdict) verdicts.push(detection.verdict)
    if (detection.lookAfterMs === undefined) return
    clearTimeout(timer)
    if (detection.lookAfterMs !== null)
      timer = setTimeout(() => apply(lookAgain(detector, since())), detection.lookAfterMs)
  }
  apply(beginDetection())
  return {
    verdicts,
    hear: ({ isTalking, talkMs }: Extract<GatewayEvent, { type: 'talk' }>) =>
      apply(hearTalk(detector, isTalking, talkMs, since())),
    stop: () => clearTimeout(timer),
  }
}

it('knows who answered, and calls no machine a person', async () => {
  const network = shared()
  const { gateway, ring, heard, listen } = await openGateway(network)
  const judges = new Map<string, ReturnType<typeof judge>>()
  listen((event) => {
    if (event.type === 'answered') {
      const startMs = performance.now()
      judges.set(
        event.attemptId,
        judge(() => performance.now() - startMs),
      )
    } else if (event.type === 'talk') judges.get(event.attemptId)?.hear(event)
  })
  const results = await Promise.all(
    PHONES.map(async ([code, words, is]) => {
      const id = await ring(`493001${code}`)
      await heard(id, 'answered')
      await new Promise((resolve) => setTimeout(resolve, LISTEN_MS))
      await gateway.hangUp(id)
      const judged = judges.get(id)
      judged?.stop()
      return { words, is, verdicts: judged?.verdicts ?? [] }
    }),
  )
  const rows = results.map(({ words, verdicts }) => {
    const steps = verdicts.map(({ is, afterMs }) => `${is} ${(afterMs / 1000).toFixed(1)} s`)
    return `| ${words} | ${steps.join(', then ')} |`
  })
  console.log(rows.join('\n'))
  const last = results.map(({ words, is, verdicts }) => ({ words, is, verdict: verdicts.at(-1)?.is }))
  const right = last.filter(({ is, verdict }) => is === verdict)
  expect(right.length).toBeGreaterThanOrEqual(11)
  expect(last.filter(({ is, verdict }) => verdict === 'person' && is !== 'person')).toEqual([])

  // The published table says what was measured.
  const page = await readFile(new URL('../../../docs/gateways.md', import.meta.url), 'utf8')
  for (const { words, verdict } of last)
    expect(page).toMatch(new RegExp(`^\\| ${literally(words)} \\|.*\\b${verdict} [\\d.]+ s \\|`, 'm'))
})

const literally = (text: string) => text.replace(/[.*+?()|]/g, '\\$&')
