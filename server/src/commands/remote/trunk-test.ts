// Calls one phone through a trunk, by the API of a running service, and prints each step as it happens.
import { setTimeout as sleep } from 'node:timers/promises'
import { readConfig } from '../../config.ts'
import { printable } from '../../platform/kernel/log/printable.ts'
import { trunkTestWords } from '../../platform/words/trunk-tests.ts'
import { CommandFailed } from '../failure.ts'
import { say } from '../terminal.ts'
import { type ApiClient, openApi } from './api-client.ts'

interface TrunkTestFlags {
  json?: boolean
  url?: string
}

interface Step {
  step: keyof typeof trunkTestWords.en.steps
  status: 'ok' | 'failed' | 'skipped' | 'warning'
  message: string
  time: string
}

interface Test {
  steps: Step[]
  endTime: string | null
}

const POLL_MS = 300
const marks: Record<Step['status'], string> = {
  ok: 'ok     ',
  warning: 'WARNING',
  failed: 'FAILED ',
  skipped: 'skipped',
}

export async function trunkTestCommand(
  [name, number, ...rest]: string[],
  flags: TrunkTestFlags,
): Promise<void> {
  if (!name || !number || rest.length > 0)
    throw new CommandFailed(
      'trunk test needs the name of a trunk and a phone number: see carillon help trunk test',
    )
  const api = await openApi(readConfig(), flags.url)
  const trunkId = await findTrunk(api, name)
  const { id } = await api.post<{ id: string }>(`/api/trunk/${trunkId}/test`, { phoneNumber: number })
  const test = await follow(api, id, flags.json ? () => undefined : sayStep)
  if (flags.json) say(JSON.stringify(test))
  const failed = test.steps.find(({ status }) => status === 'failed')
  if (failed)
    throw new CommandFailed(`the test stopped at "${trunkTestWords.en.steps[failed.step].toLowerCase()}"`)
  if (!flags.json) say(verdictOf(test))
}

/** Whether both sides are heard; without a sound nobody can tell. */
function verdictOf({ steps }: Test): string {
  if (!steps.some(({ step, status }) => step === 'sound' && status === 'ok')) return 'The test has ended.'
  const isUnregistered = steps.some(({ step, status }) => step === 'register' && status === 'warning')
  return isUnregistered ? 'The trunk works for calls; its registration does not.' : 'The trunk works.'
}

async function findTrunk(api: ApiClient, name: string): Promise<string> {
  const { rows } = await api.get<{ rows: { id: string; name: string }[] }>('/api/trunk/list')
  const found = rows.find((trunk) => trunk.name === name.trim() || trunk.id === name.trim())
  if (found) return found.id
  const names = rows.map((trunk) => `"${printable(trunk.name)}"`).join(', ')
  throw new CommandFailed(
    `no trunk has the name or id "${printable(name)}": ${rows.length === 0 ? 'there are no trunks' : `there are ${names}`}`,
  )
}

async function follow(api: ApiClient, id: string, onStep: (step: Step) => void): Promise<Test> {
  for (let shown = 0; ; await sleep(POLL_MS)) {
    const test = await api.get<Test>(`/api/trunkTest/${id}`)
    for (const step of test.steps.slice(shown)) onStep(step)
    shown = test.steps.length
    if (test.endTime !== null) return test
  }
}

function sayStep({ step, status, message, time }: Step): void {
  say(`${time.slice(-8)} ${marks[status]} ${trunkTestWords.en.steps[step]}: ${printable(message)}`)
}
