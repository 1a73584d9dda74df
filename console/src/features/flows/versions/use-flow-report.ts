// Which calls the report of a flow is about: a version and some days. Both are in the address, so that they can be linked.
import type { Schemas } from '@carillon/client'
import { type Days, dayOf, periodOf } from '../../../parts/forms/days.ts'
import { type Address, useAddress } from '../../../parts/use-address.ts'
import { useApiQuery } from '../../../session/api-hooks.ts'
import { useSystem } from '../../../session/use-system.ts'

export type FlowVersion = Schemas['FlowVersion']

/** What the report of a flow is asked for. */
interface ReportOf {
  taskId: string
  /** Undefined: all versions. */
  version: number | undefined
  days: Days | undefined
  isEnabled?: boolean
  isLive?: boolean
}

export const ALL_VERSIONS = 'all'

/** Live calls go from step to step without an event. */
const REPORT_INTERVAL_MS = 3000

export function useFlowReport({ taskId, version, days, isEnabled = true, isLive = false }: ReportOf) {
  const query = { ...(version !== undefined && { version }), ...(days && periodOf(days)) }
  return useApiQuery(
    '/api/task/{id}/flow/report',
    { params: { path: { id: taskId }, query } },
    { isEnabled, keepsPrevious: true, ...(isLive && { refetchEveryMs: REPORT_INTERVAL_MS }) },
  ).data
}

export interface ReportChoice {
  address: Address
  today: string | undefined
  days: Days | undefined
  /** Newest first; undefined until they are known. */
  versions: FlowVersion[] | undefined
  isLoading: boolean
  /** The one that calls start with. */
  current: FlowVersion | undefined
  /** The one that is shown; undefined for all of them. */
  chosen: FlowVersion | undefined
  /** The one that it is compared with. */
  other: FlowVersion | undefined
}

/** Without a choice it is the version that calls start with, and all days. */
export function useReportChoice(taskId: string, isPublished: boolean, isLive: boolean): ReportChoice {
  const address = useAddress()
  const today = useSystem()?.time.split(' ')[0]
  const init = { params: { path: { id: taskId } } }
  const found = useApiQuery('/api/task/{id}/flow/versions', init, {
    isEnabled: isPublished,
    ...(isLive && { refetchEveryMs: REPORT_INTERVAL_MS }),
  })
  const versions = found.data?.rows
  const current = versions?.find(({ isCurrent }) => isCurrent)
  const given = address.get('version')
  const find = (text: string | undefined) => versions?.find(({ version }) => String(version) === text)
  const chosen = given === ALL_VERSIONS ? undefined : (find(given) ?? current)
  const other = find(address.get('with'))
  return {
    address,
    today,
    days: daysOf(dayOf(address.get('from')), dayOf(address.get('to')), today),
    versions,
    isLoading: found.isLoading,
    current,
    chosen,
    other: chosen && other !== chosen ? other : undefined,
  }
}

/** A day that is missing is today, or the first one. */
function daysOf(from: string | undefined, to: string | undefined, today: string | undefined) {
  const last = to ?? (from && today)
  return last === undefined ? undefined : { from: from ?? last, to: last }
}
