// A demo campaign on the simulator: a list, a call that asks for a key, and a published task.
import type { AnswerOf } from '@carillon/client'
import { ApiError } from '@carillon/client/errors'
import { useLocalStorage } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLanguage, useMessages } from '../../language/language-provider.tsx'
import { useNotify } from '../../parts/notify.ts'
import { useClient } from '../../session/console-context.tsx'
import { demoMessages } from './demo.messages.ts'
import { sampleContacts } from './sample-contacts.ts'

export interface Demo {
  taskId: string
  dataSourceId: string
}

/** The demo that this browser started last, until its guide is hidden. */
export function useStartedDemo() {
  return useLocalStorage<Demo | null>({
    key: 'carillon-demo',
    defaultValue: null,
    getInitialValueInEffect: false,
  })
}

export function useDemoStart(onStarted: (demo: Demo) => void) {
  const t = useMessages(demoMessages)
  const { language } = useLanguage()
  const client = useClient()
  const queries = useQueryClient()
  const notify = useNotify()
  const [isStarting, setStarting] = useState(false)

  async function create(): Promise<Demo> {
    const { id: dataSourceId } = await withFreeName(t.listName, (dataSourceName) =>
      client.post('/api/dataSource/add', { body: { dataSourceName, dataSourceDesc: t.listDesc } }),
    )
    await client.importContacts(dataSourceId, sampleContacts(language, t.day))
    const { rows } = await client.get('/api/flow/examples', {
      params: { query: { language, optOut: 'none' } },
    })
    const example = rows.find(({ id }) => id === 'appointment')
    const rules = { maxDialCount: 2, callInterval: 10 }
    const call = example && {
      flow: withShortCallbacks(example.flow, t.later),
      successWhen: example.successWhen,
    }
    const { id: taskId } = await withFreeName(t.taskName, (taskName) =>
      client.post('/api/task/add', { body: { taskName, dataSourceId, ...rules, ...call } }),
    )
    await client.post('/api/task/publish', { body: { id: taskId } })
    return { taskId, dataSourceId }
  }

  async function start(): Promise<void> {
    setStarting(true)
    try {
      onStarted(await create())
    } catch (error) {
      notify.failed(error, 'startDemo')
    } finally {
      setStarting(false)
      await queries.invalidateQueries()
    }
  }
  return { isStarting, start }
}

type Example = AnswerOf<'get', '/api/flow/examples'>['rows'][number]['flow']

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
