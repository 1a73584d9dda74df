// A survey over real phones, from the list of contacts to the results. What the service says is compared with what the phones
// noted and heard themselves.

import { expect, it } from 'vitest'
import type { Verdict } from '../../src/conversations/flows/call-result.ts'
import type { Flow } from '../../src/conversations/flows/flow.ts'
import { secondsOf, shareAnsweringNetwork } from './answering-network.ts'
import { type CallRecord, openService, publish, recordsOf, untilCompleted } from './campaign.ts'
import { PATIENCE } from './controlled-call.ts'
import { findSound, loudSeconds } from './hear.ts'
import { RATE, readWav } from './wav.ts'

const shared = shareAnsweringNetwork()
const LINES = 20
/** For all calls of a survey, on a machine that has other things to do. */
const SURVEY_MS = 400_000

const FLOW: Flow = {
  onMachine: { do: 'leaveMessage', step: 'message' },
  steps: [
    { id: 'recording', type: 'record', what: 'call' },
    {
      id: 'confirm',
      type: 'gather',
      text: 'Hello {{name}}. Press one to confirm your appointment, or two to talk to us.',
      keys: '12',
      timeout: 3,
    },
    {
      id: 'choice',
      type: 'branch',
      cases: [
        { when: 'digits.confirm == "1"', next: 'thanks' },
        { when: 'digits.confirm == "2"', next: 'agent' },
      ],
      next: 'bye',
    },
    { id: 'thanks', type: 'say', text: 'Thank you {{name}}, see you tomorrow.', next: 'end' },
    { id: 'agent', type: 'transfer', to: 'tel:{{agent}}', next: 'end' },
    { id: 'bye', type: 'say', text: 'We will call again.', next: 'end' },
    { id: 'message', type: 'say', text: 'This is a message for {{name}}.', next: 'end' },
    { id: 'end', type: 'hangup' },
  ],
}

/** What the phone does by its last two digits, who answers, and how many of each are called. */
const KINDS = [
  { code: '40', key: '1', verdict: 'person', share: 0.4 },
  { code: '42', key: '2', verdict: 'person', share: 0.2 },
  { code: '10', key: '', verdict: 'person', share: 0.15 },
  { code: '20', key: undefined, verdict: 'machine', share: 0.15 },
  { code: '50', key: '', verdict: 'silence', share: 0.1 },
] as const
const FIRST_NAMES = 'Ann Bert Clara David Emma Frank Grace Henry Irene James'.split(' ')
const LAST_NAMES = [
  ...['Adams', 'Baker', 'Carter', 'Dawson', 'Edwards', 'Foster', 'Gordon', 'Harris', 'Ingram', 'Jackson'],
  ...['Kelly', 'Lewis', 'Miller', 'Norman', 'Owens', 'Parker', 'Quincy', 'Roberts', 'Simpson', 'Taylor'],
]

/** The cause of a call, by the key that was pressed or else by who answered. */
const causes: Record<string, string> = { '1': 'answered', machine: 'machine', silence: 'silence' }

interface Callee {
  number: string
  name: string
  agent: string
  kind: (typeof KINDS)[number]
}

/** `series` keeps the numbers of different surveys apart. */
function invite(count: number, series: number): Callee[] {
  const kinds = KINDS.flatMap((kind) => Array.from({ length: Math.round(count * kind.share) }, () => kind))
  return kinds.map((kind, index) => ({
    number: `493${series}${String(index).padStart(3, '0')}${kind.code}`,
    name: `${FIRST_NAMES[index % 10]} ${LAST_NAMES[Math.floor(index / 10) % 20]}`,
    agent: `493${series}${String(index).padStart(3, '0')}71`,
    kind,
  }))
}

const rowOf = ({ number, name, agent }: Callee) => `${number},${name},${agent}`
const TITLES = 'phoneNumber,name,agent'

async function ledgerByNumber(): Promise<Map<string, string[]>> {
  const lines = new Map<string, string[]>()
  for (const line of await shared().ledger()) {
    const [, number = '', what = ''] = /^(\d+) (.*)$/.exec(line) ?? []
    lines.set(number, [...(lines.get(number) ?? []), what])
  }
  return lines
}

/** No call is up any more. */
async function expectNothingLeft(): Promise<void> {
  await expect.poll(() => shared().callsUp(), PATIENCE).toEqual([])
  expect((await shared().ari('GET', '/bridges')).body).toEqual([])
}

const pressedBy = (notes: readonly string[]) =>
  notes.flatMap((note) => /^presses (.*)$/.exec(note)?.[1] ?? []).join('')

it('200 phones: keys, verdict, recording and transfer are as the phones say, and each has heard its name', async () => {
  const { service, env } = await openService(shared(), { LINES: String(LINES) })
  const callees = invite(200, 1)
  const settings = { maxDialCount: 1, flow: FLOW, successWhen: 'digits.confirm == "1"' }
  const campaign = await publish(service, callees.map(rowOf), settings, TITLES)
  await untilCompleted(service, campaign, SURVEY_MS)

  const records = new Map((await recordsOf(service, campaign)).map((record) => [record.phoneNumber, record]))
  const ledger = await ledgerByNumber()
  expect(records.size).toBe(callees.length)
  const faults: string[] = []
  const check = (callee: Callee, what: string, isRight: boolean, found: unknown) => {
    if (!isRight) faults.push(`${callee.number} ${what}: ${JSON.stringify(found)}`)
  }
  const unheard = new Map<string, string[]>()
  const listen = (callee: Callee, what: string, isThere: boolean, found: unknown) => {
    if (isThere) return
    const before = unheard.get(callee.number) ?? []
    unheard.set(callee.number, [...before, `${callee.number} ${what}: ${JSON.stringify(found)}`])
  }
  const misjudged: { number: string; is: string; verdict: Verdict | undefined }[] = []
  let files = 0
  for (const callee of callees) {
    const { number, kind, name } = callee
    const { result, cause, talkSeconds } = records.get(number) as CallRecord
    const notes = ledger.get(number) ?? []
    check(callee, 'rang once', notes.filter((note) => note === 'answers').length === 1, notes)
    const key = pressedBy(notes)
    const digits = result?.digits?.['confirm']
    // Who is taken for a machine is left a message instead.
    if (result?.verdict?.is !== kind.verdict) {
      misjudged.push({ number, is: kind.verdict, verdict: result?.verdict })
      continue
    }
    check(
      callee,
      'digits',
      digits === (kind.key === undefined ? undefined : key) && key === (kind.key ?? ''),
      {
        digits,
        notes,
      },
    )
    check(
      callee,
      'cause',
      cause === (causes[key] ?? causes[result?.verdict?.is ?? ''] ?? 'not_confirmed'),
      cause,
    )
    const agentNotes = ledger.get(callee.agent) ?? []
    const isTransferred = result?.transfer?.result === 'answered'
    check(callee, 'transfer', isTransferred === (kind.code === '42'), result?.transfer)
    check(callee, 'agent', agentNotes.includes('answers') === isTransferred, agentNotes)

    // What was said to them begins with their name, before any key.
    const greeting =
      kind.verdict === 'machine' ? `This is a message for ${name}.` : `Hello ${name}. Press one`
    const sentence = await shared().say(
      kind.verdict === 'machine'
        ? greeting
        : `${greeting} to confirm your appointment, or two to talk to us.`,
    )
    const words = sentence.subarray(0, 2 * RATE)
    const tape = await shared().tape(number)
    const heard = findSound(tape, words)
    listen(callee, 'heard', heard.share > 0.65, heard)
    if (kind.key === '')
      listen(callee, 'heard all', loudSeconds(tape) > 0.8 * loudSeconds(sentence), loudSeconds(tape))
    if (isTransferred)
      listen(callee, 'heard the agent', findSound(tape, await shared().voice('agent')).share > 0.65, number)

    const id = result?.recordings?.[0]?.id
    const file = await expectFile(id)
    files += file ? 1 : 0
    const recorded = file ? readWav(file).samples : new Int16Array()
    listen(callee, 'recorded', secondsOf(recorded) > 0.6 * talkSeconds, {
      seconds: secondsOf(recorded),
      talkSeconds,
    })
    // Both sides are in it, and both may talk at once. A machine talks first, and longer.
    const part = kind.verdict === 'machine' ? recorded.subarray(-(sentence.length + 0.6 * RATE)) : recorded
    listen(callee, 'recording', findSound(part, words).correlation > 0.4, findSound(part, words))
  }
  expect(faults).toEqual([])
  expect(files).toBe(callees.length - misjudged.length)
  // On a machine with a load of 8 a core all verdicts were right and nothing was missing. But a switch that is given no processor
  // time for a second loses sound, or hears a second of it at once and measures less than nothing: then nobody can tell who it is.
  // In no case is anybody else taken for a person.
  console.log(`the survey: ${misjudged.length} verdicts are wrong, and ${unheard.size} calls lack some sound`)
  expect(unheard.size, [...unheard.values()].flat().join('\n')).toBeLessThanOrEqual(callees.length / 20)
  expect(misjudged.length, JSON.stringify(misjudged)).toBeLessThanOrEqual(callees.length / 20)
  expect(misjudged.filter(({ verdict }) => verdict?.is === 'person')).toEqual([])

  // Another name does not fit what a phone heard.
  const silent = callees.filter(({ kind }) => kind.code === '50')
  const [first, second] = [silent[0] as Callee, silent.at(-1) as Callee]
  const tape = await shared().tape(first.number)
  const own = findSound(tape, (await shared().say(`Hello ${first.name}.`)).subarray(0, 1.5 * RATE))
  const other = findSound(tape, (await shared().say(`Hello ${second.name}.`)).subarray(0, 1.5 * RATE))
  expect(own.correlation).toBeGreaterThan(other.correlation)
  await expectNothingLeft()

  async function expectFile(id: string | undefined): Promise<Uint8Array | undefined> {
    if (id === undefined) return undefined
    const url = `${service.address}/api/recording/${id}/file`
    const headers = { authorization: `Bearer ${env['ACCESS_TOKEN']}` }
    let file: Uint8Array | undefined
    await expect
      .poll(async () => {
        const response = await fetch(url, { headers })
        if (response.status === 200) file = new Uint8Array(await response.arrayBuffer())
        else await response.body?.cancel()
        return response.status
      }, PATIENCE)
      .toBe(200)
    return file
  }
}, 600_000)
