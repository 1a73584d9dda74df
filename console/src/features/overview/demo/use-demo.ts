// The demo on the simulator: three campaigns that tell a story. The first one is shown as soon as it runs; the others follow.
import type { AnswerOf, InitOf } from '@carillon/client'
import { ApiError } from '@carillon/client/errors'
import { useLocalStorage } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLanguage, useMessages } from '../../../language/language-provider.tsx'
import { useNotify } from '../../../parts/notify.ts'
import { useClient } from '../../../session/console-context.tsx'
import { deliveryCall } from './delivery-call.ts'
import { demoMessages } from './demo.messages.ts'
import { type CampaignName, sampleContacts } from './sample-contacts.ts'

/** What can be looked at in the demo; its guide leaves when all of it was. */
export const DEMO_STEPS = ['watch', 'contacts', 'call', 'list', 'own'] as const
export type DemoStep = (typeof DEMO_STEPS)[number]

export interface Demo {
  taskId: string
  dataSourceId: string
  /** Steps of the guide that were followed. */
  done?: DemoStep[]
}

/** The demo that this browser started last, until its guide is hidden or done. */
export function useStartedDemo() {
  return useLocalStorage<Demo | null>({
    key: 'carillon-demo',
    defaultValue: null,
    getInitialValueInEffect: false,
  })
}

/** The demo after a step of its guide was followed; null if that was the last one. */
export function withStep(demo: Demo, step: DemoStep): Demo | null {
  const done = [...new Set([...(demo.done ?? []), step])]
  return done.length === DEMO_STEPS.length ? null : { ...demo, done }
}

type Call = Pick<InitOf<'post', '/api/task/add'>['body'], 'flow' | 'successWhen'>

export function useDemoStart(onStarted: (demo: Demo) => void) {
  const t = useMessages(demoMessages)
  const { language } = useLanguage()
  const client = useClient()
  const queries = useQueryClient()
  const notify = useNotify()
  const [isStarting, setStarting] = useState(false)

  async function campaign(name: CampaignName, priority: number, call: Promise<Call>): Promise<Demo> {
    const { listName, listDesc, taskName } = t.campaigns[name]
    const { id: dataSourceId } = await withFreeName(listName, (dataSourceName) =>
      client.post('/api/dataSource/add', { body: { dataSourceName, dataSourceDesc: listDesc } }),
    )
    await client.importContacts(dataSourceId, sampleContacts(language, name))
    const rules = { maxDialCount: 2, callInterval: 10, priority, ...(await call) }
    const { id: taskId } = await withFreeName(taskName, (taskName) =>
      client.post('/api/task/add', { body: { taskName, dataSourceId, ...rules } }),
    )
    await client.post('/api/task/publish', { body: { id: taskId } })
    return { taskId, dataSourceId }
  }

  async function start(): Promise<void> {
    setStarting(true)
    try {
      const examples = client.get('/api/flow/examples', {
        params: { query: { language, optOut: 'none' } },
      })
      onStarted(await campaign('appointments', 1, callOf(examples, 'appointment', t.later)))
      await campaign('deliveries', 2, Promise.resolve(deliveryCall(language)))
      await campaign('survey', 3, callOf(examples, 'survey', t.later))
    } catch (error) {
      notify.failed(error, 'startDemo')
    } finally {
      setStarting(false)
      await queries.invalidateQueries()
    }
  }
  return { isStarting, start }
}

type Examples = AnswerOf<'get', '/api/flow/examples'>
type Example = Examples['rows'][number]['flow']

async function callOf(examples: Promise<Examples>, name: string, laterText: string): Promise<Call> {
  const { rows } = await examples
  const example = rows.find(({ id }) => id === name)
  if (!example) return {}
  return { flow: withShortCallbacks(example.flow, laterText), successWhen: example.successWhen }
}

/** In a demo nobody waits two hours for the end: a callback is made after a minute, and the call says so. */
export function withShortCallbacks(flow: Example, laterText: string): Example {
  const steps = flow.steps.map((step) => {
    if (step.type === 'set' && step.field === 'callbackTime') return { ...step, value: '+1m' }
    return step.type === 'say' && step.id === 'later' ? { ...step, text: laterText } : step
  })
  return { ...flow, steps }
}

/** An earlier demo may have taken the name. */
async function withFreeName<Added>(name: string, add: (name: string) => Promise<Added>): Promise<Added> {
  try {
    return await add(name)
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 409) throw error
    return add(`${name} ${new Date().toISOString().slice(0, 19).replace('T', ' ')}`)
  }
}
