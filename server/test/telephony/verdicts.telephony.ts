// Who answered: 15 kinds of phones are called, and the detector judges by when they talk. docs/gateways.md shows the table.

import { readFile } from 'node:fs/promises'
import { expect, it, onTestFinished } from 'vitest'
import type { Verdict } from '../../src/conversations/flows/call-result.ts'
import {
  beginDetection,
  type Detection,
  hearTalk,
  lookAgain,
} from '../../src/conversations/flows/run/detect-answer.ts'
import type { GatewayEvent } from '../../src/telephony/gateway.ts'
import { shareAnsweringNetwork } from './answering-network.ts'
import { openGateway } from './controlled-call.ts'
import { openSilentPhone } from './silent-phone.ts'

const shared = shareAnsweringNetwork()

interface Judged {
  code: string
  words: string
  is: Verdict['is']
  verdicts: Verdict[]
}

/** The last two digits of the phone, what it does, and who that is. */
const PHONES: [code: string, words: string, is: Verdict['is']][] = [
  ['16', '"Hello?" at once', 'person'],
  ['10', '"Hello?" after 0.6 s', 'person'],
  ['11', '"Hello, Ann Miller."', 'person'],
  ['17', '"Hello, this is Ann Miller speaking."', 'person'],
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
  ['26', 'a machine: "Hello.", 1.6 s, "This is Ann.", 1.6 s, "Leave a message.", tone', 'machine'],
]
/** Longer than the longest greeting. */
const LISTEN_MS = 16_000
/** A switch that is short of processor time mistakes how long the callee talks. Another call to the same phone tells. */
const MAX_ROUNDS = 3
/** As many as a busy machine can play to at once. */
const CALLS_AT_ONCE = 7

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

it.each(['nothing', 'comfort noise'] as const)(
  'a phone that sends %s in silence and says hello is a person',
  async (sends) => {
    const phone = await openSilentPhone(await shared().voice('hello'), sends)
    onTestFinished(phone.close)
    const { gateway, call, heard } = await openGateway(shared(), { ASTERISK_ENDPOINT: phone.endpoint })
    const id = await call('49300900')
    expect(await heard(id, 'talk', 1)).toMatchObject({ isTalking: true })
    const { isTalking, talkMs } = await heard(id, 'talk', 2)
    const { verdict } = hearTalk(beginDetection().detector, isTalking, talkMs, 2000)
    expect({ isTalking, is: verdict?.is }, `after ${talkMs} ms`).toEqual({ isTalking: false, is: 'person' })
    await gateway.hangUp(id)
    await heard(id, 'ended')
  },
)

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
  async function askPhone(code: string): Promise<Verdict[]> {
    const id = await ring(`493001${code}`)
    await heard(id, 'answered')
    await new Promise((resolve) => setTimeout(resolve, LISTEN_MS))
    await gateway.hangUp(id)
    const judged = judges.get(id)
    judged?.stop()
    return judged?.verdicts ?? []
  }
  const page = await readFile(new URL('../../../docs/gateways.md', import.meta.url), 'utf8')
  /** The published table says what was measured. */
  const isPublished = ({ words, verdicts }: Judged) =>
    new RegExp(`^\\| ${literally(words)} \\|.*\\b${verdicts.at(-1)?.is} [\\d.]+ s \\|`, 'm').test(page)

  const judged: Judged[] = []
  let phones = PHONES
  for (let round = 0; round < MAX_ROUNDS && phones.length > 0; round += 1) {
    const answers: Judged[] = []
    for (let from = 0; from < phones.length; from += CALLS_AT_ONCE) {
      const some = phones.slice(from, from + CALLS_AT_ONCE)
      answers.push(
        ...(await Promise.all(
          some.map(async ([code, words, is]) => ({ code, words, is, verdicts: await askPhone(code) })),
        )),
      )
    }
    judged.push(...answers)
    const unlike = new Set(answers.filter((answer) => !isPublished(answer)).map(({ code }) => code))
    phones = phones.filter(([code]) => unlike.has(code))
  }
  const rows = judged.map(({ words, verdicts }) => {
    const steps = verdicts.map(({ is, afterMs }) => `${is} ${(afterMs / 1000).toFixed(1)} s`)
    return `| ${words} | ${steps.join(', then ')} |`
  })
  console.log(rows.join('\n'))

  // One of them may be unlike in each round: a machine that is slow enough distorts them all.
  expect(phones.length, JSON.stringify(phones)).toBeLessThanOrEqual(1)
  const last = PHONES.flatMap(([code]) => judged.findLast((each) => each.code === code) ?? [])
  const right = last.filter(({ is, verdicts }) => verdicts.at(-1)?.is === is)
  expect(right.length).toBeGreaterThanOrEqual(11)
  const isWrongPerson = ({ is, verdicts }: Judged) => is !== 'person' && verdicts.at(-1)?.is === 'person'
  expect(last.filter(isWrongPerson)).toEqual([])
  const longHello = last.find(({ code }) => code === '17')
  expect(['person', 'unknown']).toContain(longHello?.verdicts.at(-1)?.is)
}, 300_000)

const literally = (text: string) => text.replace(/[.*+?()|]/g, '\\$&')
