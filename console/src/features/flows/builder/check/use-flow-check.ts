// What is wrong with a flow, asked a moment after each change.
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useLanguage, useMessages } from '../../../../language/language-provider.tsx'
import { type ErrorDetail, errorText } from '../../../../parts/errors/error-text.ts'
import { useErrorText } from '../../../../parts/errors/use-error-text.ts'
import { useClient } from '../../../../session/console-context.tsx'
import { type FlowDraft, toFlow } from '../../flow-draft.ts'
import { builderMessages } from '../builder.messages.ts'
import type { Fault } from '../builder-context.ts'

const DELAY_MS = 400

interface Checked {
  flow: FlowDraft
  successWhen: string
  dataSourceId: string
}

export function useFlowCheck({ flow, successWhen, dataSourceId }: Checked) {
  const client = useClient()
  const { language } = useLanguage()
  const { fields: names, missing } = useMessages(builderMessages)
  const textOf = useErrorText()
  const asked = JSON.stringify({ flow: toFlow(flow), successWhen, ...(dataSourceId && { dataSourceId }) })
  const [settled] = useDebouncedValue(asked, DELAY_MS)
  // A call without a step is not wrong, it is not begun.
  const isBegun = flow.steps.length > 0
  const { data, error, isFetching } = useQuery({
    enabled: isBegun,
    queryKey: ['/api/flow/check', settled],
    queryFn: () => client.post('/api/flow/check', { body: JSON.parse(settled) }),
    placeholderData: keepPreviousData,
  })
  const found = isBegun ? (data?.faults ?? []) : []
  const faults = found.map(({ step: id, field, message, ...detail }): Fault => {
    const path = field.replace(/^.*steps\[\d+\]\.?/, '')
    const name = nameOf(path, names)
    const step = flow.steps.find((each) => each.id === id)
    const isEmpty = step !== undefined && path !== '' && valueAt(step, path) === ''
    const known = isEmpty ? missing(name) : errorText({ ...detail, field: name } as ErrorDetail, language)
    return { step: id, field, text: known ?? message }
  })
  return {
    faults,
    isChecking: isBegun && (isFetching || settled !== asked),
    error: error ? textOf(error) : undefined,
  }
}

/** What the form of a step calls a field. */
function nameOf(path: string, names: Record<string, unknown> & { step: string }): string {
  const part = path.replace(/^cases\[\d+\]\./, '').replace(/Id$/, '')
  const name = names[part]
  return typeof name === 'string' ? name : path || names.step
}

/** `cases[0].next` of a step. */
function valueAt(step: object, path: string): unknown {
  return path
    .split(/[.[\]]+/)
    .filter(Boolean)
    .reduce<unknown>((value, part) => (value as Record<string, unknown> | undefined)?.[part], step)
}
