// What the running service has to say about its gateway: why it cannot place calls now, which tasks failed, and how the latest
// calls were answered. Without a service that runs beside the command there is nothing to say.

import type { Config } from '../../config.ts'
import { counted } from '../../platform/kernel/counted.ts'
import { explainAnswer } from '../../platform/words/sip-answers.ts'
import { isAboutTrunk } from '../../telephony/sip-answer.ts'
import type { Finding } from '../../telephony/switches/finding.ts'
import { openApi } from './api-client.ts'

export interface ServiceWords {
  nodes: { name: string; gatewayFault: string | null }[]
  attention: { taskName: string; status: number; message: string }[]
}

export interface AnsweredCall {
  cause: string
  sipStatus: number | null
}

const FAILED = 5
const MAX_TASKS = 3
const CALLS_PER_TASK = 50

export async function readLastAnswers(config: Config): Promise<Finding[]> {
  try {
    const api = await openApi(config)
    const [words, tasks] = await Promise.all([
      api.get<ServiceWords>('/api/system'),
      api.get<{ rows: { id: string }[] }>(`/api/task/list?pageSize=${MAX_TASKS}`),
    ])
    const pages = await Promise.all(
      tasks.rows.map(({ id }) =>
        api.get<{ rows: AnsweredCall[] }>(`/api/task/${id}/calls?pageSize=${CALLS_PER_TASK}`),
      ),
    )
    return describeAnswers(
      words,
      pages.flatMap(({ rows }) => rows),
    )
  } catch {
    // No service, or one that this command may not ask.
    return []
  }
}

export function describeAnswers({ nodes, attention }: ServiceWords, calls: AnsweredCall[]): Finding[] {
  const faults = nodes.flatMap(({ name, gatewayFault }): Finding[] =>
    gatewayFault === null
      ? []
      : [{ level: 'problem', text: `the service dials nothing on ${name}: ${gatewayFault}` }],
  )
  const failed = attention
    .filter(({ status }) => status === FAILED)
    .map(
      ({ taskName, message }): Finding => ({ level: 'warning', text: `the task "${taskName}": ${message}` }),
    )
  return [...faults, ...failed, ...describeCalls(calls)]
}

function describeCalls(calls: AnsweredCall[]): Finding[] {
  if (calls.length === 0) return []
  const counts = new Map<string, number>()
  for (const { cause, sipStatus } of calls) {
    const answer = sipStatus === null ? cause : `${cause} (SIP ${sipStatus})`
    counts.set(answer, (counts.get(answer) ?? 0) + 1)
  }
  const words = [...counts].sort(([, a], [, b]) => b - a).map(([answer, count]) => `${count} ${answer}`)
  const statuses = new Set(calls.map(({ sipStatus }) => sipStatus ?? undefined))
  const advice = [...statuses]
    .filter(isAboutTrunk)
    .map((status): Finding => ({ level: 'warning', text: `SIP ${status}: ${explainAnswer(status)}` }))
  return [
    { level: 'ok', text: `the latest ${counted(calls.length, 'call')}: ${words.join(', ')}` },
    ...advice,
  ]
}
