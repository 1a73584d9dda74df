// The filters of the contacts of a task, in the address.
import { Select } from '@mantine/core'
import { useMessages } from '../../../language/language-provider.tsx'
import { useFormat } from '../../../language/use-format.ts'
import { partsMessages } from '../../../parts/parts.messages.ts'
import type { Address } from '../../../parts/use-address.ts'
import { useApiQuery } from '../../../session/api-hooks.ts'
import { useCauseWords } from '../use-cause-words.ts'
import { contactStates } from './contact-state-badge.tsx'
import { taskContactsMessages } from './task-contacts.messages.ts'

const ATTEMPTS = ['1', '2', '3', '5', '10']

/** Invalid values in the address are ignored. */
export function contactFilters(address: Address) {
  const state = contactStates.find(({ name }) => name === address.get('state'))?.name
  const cause = address.get('cause')
  const attempts = ATTEMPTS.find((each) => each === address.get('attempts'))
  return { state, cause, attempts }
}

export function ContactFilters({ taskId, address }: { taskId: string; address: Address }) {
  const t = useMessages(taskContactsMessages)
  const format = useFormat()
  const words = useCauseWords()
  const { inBrackets } = useMessages(partsMessages)
  const { state, cause, attempts } = contactFilters(address)
  const counts = useApiQuery('/api/task/{id}/contacts/counts', { params: { path: { id: taskId } } })
  const known = new Map<string, number>()
  for (const each of counts.data?.causes ?? []) {
    if (state === undefined || each.state === state)
      known.set(each.cause, (known.get(each.cause) ?? 0) + each.contacts)
  }
  if (cause !== undefined && !known.has(cause)) known.set(cause, 0)
  return (
    <>
      <Select
        aria-label={t.state}
        placeholder={t.anyState}
        w={190}
        clearable
        data={contactStates.map(({ name }) => ({ value: name, label: t.states[name] }))}
        value={state ?? null}
        onChange={(name) => address.set({ state: name ?? undefined })}
      />
      <Select
        aria-label={t.cause}
        placeholder={t.anyCause}
        w={220}
        clearable
        data={[...known].map(([name, contacts]) => ({
          value: name,
          label: inBrackets(words(name), format.number(contacts)),
        }))}
        value={cause ?? null}
        onChange={(name) => address.set({ cause: name ?? undefined })}
      />
      <Select
        aria-label={t.minAttempts}
        placeholder={t.anyAttempts}
        w={180}
        clearable
        data={ATTEMPTS.map((count) => ({ value: count, label: t.atLeast(count) }))}
        value={attempts ?? null}
        onChange={(count) => address.set({ attempts: count ?? undefined })}
      />
    </>
  )
}
