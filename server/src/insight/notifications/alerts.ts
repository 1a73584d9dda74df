// What needs attention now, each with a key by which it is known again. It is what the overview shows.
import { TaskStatus } from '../../campaigns/tasks/task-state.ts'
import type { Zone } from '../../platform/kernel/timestamps.ts'
import type { Language } from '../../platform/words/languages.ts'
import { notificationWords } from '../../platform/words/notifications.ts'
import { outcomeSentence } from '../../platform/words/trunk-tests.ts'
import type { TrunkProblem } from '../../telephony/trunks/health/trunk-health.service.ts'
import { sentenceOf } from '../explain/wording.ts'
import type { SystemView } from '../overview/system.service.ts'
import type { AlertKind } from './notification-settings.ts'

export interface Alert {
  key: string
  kind: AlertKind
  message: string
}

type Problem = SystemView['problems'][number]

const UPKEEP: readonly string[] = ['backup_failed', 'backup_late', 'forgetting_late', 'recordings_waiting']

function kindOf({ code }: Problem): AlertKind {
  if (code === 'webhook_off') return 'webhook'
  return UPKEEP.includes(code) ? 'upkeep' : 'service'
}

/** There may be several of them at once, and the reason says which one it is. */
const keyOf = ({ code, reason }: Problem) => (code === 'webhook_off' ? `${code}:${reason ?? ''}` : code)

export function alertsOf(
  { problems, attention, time }: Pick<SystemView, 'problems' | 'attention' | 'time'>,
  trunkProblems: TrunkProblem[],
  { zone, language }: { zone: Zone; language: Language },
): Alert[] {
  const t = notificationWords[language]
  const all: Alert[] = [
    ...problems.map((problem) => ({
      key: keyOf(problem),
      kind: kindOf(problem),
      message: sentenceOf(problem, time, zone, language),
    })),
    ...trunkProblems.map(({ trunkId, trunkName, code, facts }) => ({
      key: `trunk:${trunkId}:${code}`,
      kind: 'trunk' as const,
      message: t.trunk(trunkName, outcomeSentence(code, facts, language) ?? code),
    })),
    // A task that runs is here because of a problem of the service, which is one of its own.
    ...attention
      .filter(({ status }) => status !== TaskStatus.RUNNING)
      .map((task) => ({
        key: `task:${task.taskId}:${task.code}`,
        kind: 'task' as const,
        message: t.task(task.taskName, sentenceOf(task, time, zone, language)),
      })),
  ]
  // Each node sees a trunk for itself.
  return [...new Map(all.map((alert) => [alert.key, alert])).values()]
}
