// The filters of the contacts of a task, in the address.
import type { Schemas } from '@carillon/client'
import { Button, Select } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useMessages } from '../../../../language/language-provider.tsx'
import { useFormat } from '../../../../language/use-format.ts'
import { useEndingWords } from '../../../../parts/figures/call-endings.ts'
import { partsMessages } from '../../../../parts/parts.messages.ts'
import type { Address } from '../../../../parts/use-address.ts'
import { useApiQuery } from '../../../../session/api-hooks.ts'
import { useCauseWords } from '../../use-cause-words.ts'
import { contactStates, UNSUCCESSFUL } from './contact-state-badge.tsx'
import { NO_RESULT, resultOfAddress, useResultText } from './result-filter.ts'
import { taskContactsMessages } from './task-contacts.messages.ts'
import { NO_WAY, useWayText, type WayFilter, wayOfAddress } from './way-filter.ts'

const ATTEMPTS = ['1', '2', '3', '5', '10']

/** Invalid values in the address are ignored. */
export function contactFilters(address: Address) {
  const state = contactStates.find(({ name }) => name === address.get('state'))?.name
  const ending = UNSUCCESSFUL.find((each) => each === address.get('ending'))
  const cause = address.get('cause')
  const attempts = ATTEMPTS.find((each) => each === address.get('attempts'))
  const result = resultOfAddress(address)
  const way = wayOfAddress(address)
  return { state, cause, ending: state === 'failed' ? ending : undefined, attempts, result, way }
}

export function ContactFilters({ task, address }: { task: Schemas['TaskDetail']; address: Address }) {
  const t = useMessages(taskContactsMessages)
  const format = useFormat()
  const words = useCauseWords()
  const { inBrackets } = useMessages(partsMessages)
  const endings = useEndingWords(task.isConfirmation)
  const textOf = useResultText()
  const { state, cause, ending, attempts, result, way } = contactFilters(address)
  const counts = useApiQuery('/api/task/{id}/contacts/counts', { params: { path: { id: task.id } } })
  const known = new Map<string, number>()
  for (const each of counts.data?.causes ?? []) {
    if ((state === undefined || each.state === state) && (ending === undefined || each.ending === ending))
      known.set(each.cause, (known.get(each.cause) ?? 0) + each.contacts)
  }
  if (cause !== undefined && !known.has(cause)) known.set(cause, 0)
  return (
    <>
      <Select
        aria-label={t.state}
        placeholder={t.anyState}
        w={210}
        clearable
        data={contactStates.flatMap(({ name }) => [
          { value: name, label: name === 'success' ? endings.successful : t.states[name] },
          ...(name === 'failed'
            ? UNSUCCESSFUL.map((each) => ({ value: `failed ${each}`, label: `– ${endings[each]}` }))
            : []),
        ])}
        value={state === undefined ? null : ending === undefined ? state : `${state} ${ending}`}
        onChange={(name) => {
          const [nextState, nextEnding] = name?.split(' ') ?? []
          address.set({ state: nextState, ending: nextEnding })
        }}
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
      {result && <FilterChip text={textOf(result)} onRemove={() => address.set(NO_RESULT)} />}
      {way && <WayChip taskId={task.id} way={way} onRemove={() => address.set(NO_WAY)} />}
    </>
  )
}

interface FilterChipProps {
  text: string
  onRemove(): void
}

function FilterChip({ text, onRemove }: FilterChipProps) {
  const t = useMessages(taskContactsMessages)
  return (
    <Button
      variant="default"
      maw={320}
      rightSection={<IconX size={14} aria-hidden />}
      title={text}
      aria-label={t.withoutFilter(text)}
      onClick={onRemove}
    >
      {text}
    </Button>
  )
}

function WayChip({ taskId, way, onRemove }: { taskId: string; way: WayFilter; onRemove(): void }) {
  const textOf = useWayText()
  const { data } = useApiQuery('/api/task/{id}/flow/versions', { params: { path: { id: taskId } } })
  const ran = data?.rows.find(({ version, isCurrent }) =>
    way.flowVersion === undefined ? isCurrent : version === way.flowVersion,
  )
  return <FilterChip text={textOf(way, ran?.flow)} onRemove={onRemove} />
}
