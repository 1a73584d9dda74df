// The contacts of a task by the way that their last answered call took through the flow: in the address, in requests and in words.
import type { InitOf } from '@carillon/client'
import { useMessages } from '../../../../language/language-provider.tsx'
import type { Address } from '../../../../parts/use-address.ts'
import type { Flow } from '../../../flows/flow.ts'
import { exitsOf, type WayTaken } from '../../../flows/flow-exits.ts'
import { useFlowTexts } from '../../../flows/flow-texts.ts'
import { resultsMessages } from '../../results.messages.ts'
import { taskContactsMessages } from './task-contacts.messages.ts'

type ContactQuery = NonNullable<NonNullable<InitOf<'get', '/api/task/{id}/contacts'>['params']>['query']>
export type WayFilter = Pick<ContactQuery, 'exit' | 'flowVersion'> & { fromStep: string }

/** What removes the filter from the address. */
export const NO_WAY = { step: undefined, exit: undefined, version: undefined }

/** The contacts that a number of the picture of a flow counts, of all versions or of one. */
export function hrefOfWay(taskId: string, taken: WayTaken, version?: number): string {
  const params = new URLSearchParams({ tab: 'contacts' })
  const set = (name: string, value: string) => params.set(`contact-${name}`, value)
  if (taken === 'live') set('state', 'dialing')
  else if ('answerer' in taken) {
    set('result', 'verdict')
    set('result-value', taken.answerer)
    if (version !== undefined) set('step', taken.firstStep)
  } else {
    set('step', taken.fromStep)
    if (taken.exit !== undefined) set('exit', taken.exit)
  }
  if (version !== undefined && taken !== 'live') set('version', String(version))
  return `/tasks/${taskId}?${params}`
}

type CallQuery = NonNullable<NonNullable<InitOf<'get', '/api/task/{id}/calls'>['params']>['query']>

/** The same for the calls of a task. */
export function callsOfWay(taken: WayTaken, version?: number): CallQuery {
  if (taken === 'live') return {}
  const ofVersion = version !== undefined && { flowVersion: version }
  if ('answerer' in taken)
    return { verdict: taken.answerer, ...(ofVersion && { fromStep: taken.firstStep, ...ofVersion }) }
  const { fromStep, exit } = taken
  return { fromStep, ...(exit !== undefined && { exit }), ...ofVersion }
}

/** Undefined if the address has none. */
export function wayOfAddress(address: Pick<Address, 'get'>): WayFilter | undefined {
  const fromStep = address.get('step')
  if (!fromStep) return undefined
  const exit = address.get('exit')
  const version = address.get('version') ?? ''
  return {
    fromStep,
    ...(exit !== undefined && { exit }),
    ...(/^[1-9]\d{0,8}$/.test(version) && { flowVersion: Number(version) }),
  }
}

/** Such as “Took “1” at step “choice””. The flow says what its cases ask for. */
export function useWayText(): (way: WayFilter, flow: Flow | undefined) => string {
  const { way: t } = useMessages(taskContactsMessages)
  const results = useMessages(resultsMessages)
  const texts = useFlowTexts()
  return ({ fromStep, exit, flowVersion }, flow) => {
    const index = flow?.steps.findIndex(({ id }) => id === fromStep) ?? -1
    const cases = flow && index >= 0 ? exitsOf(flow, index).filter(({ condition }) => condition) : []
    const wordOf = (code: string): string => {
      const [kind = '', value = ''] = code.split(':')
      const found = kind === 'case' ? cases[Number(value) - 1] : undefined
      if (found) return texts.shortExit(found)
      if (kind === 'keys') return value || t.keys
      if (kind === 'case') return t.case(value)
      if (kind === 'transfer') return results.transfers[value] ?? value
      if (kind === 'agent') return results.agents[value] ?? value
      return t.exits[code] ?? code
    }
    const text =
      exit === undefined
        ? t.reached(fromStep)
        : exit === ''
          ? t.left(fromStep)
          : exit === 'hungUp'
            ? results.hungUpAt(fromStep)
            : t.took(exit.split(',').map(wordOf).join(t.or), fromStep)
    return flowVersion === undefined ? text : t.ofVersion(text, flowVersion)
  }
}
