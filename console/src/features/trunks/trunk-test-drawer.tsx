import type { Schemas } from '@carillon/client'
import { outcomeSentence, type TrunkOutcomeFacts, trunkTestWords } from '@carillon/server/words/trunk-tests'
import { Button, Drawer, Loader, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useLanguage, useMessages } from '../../language/language-provider.tsx'
import { FormError } from '../../parts/forms/form-footer.tsx'
import { StatusBadge, type Tone } from '../../parts/status-badge.tsx'
import { useApiMutation, useApiQuery } from '../../session/api-hooks.ts'
import type { Trunk } from './trunk-values.ts'
import { trunkMessages } from './trunks.messages.ts'

type Test = Schemas['TrunkTest']
type Step = Test['steps'][number]

const REFETCH_MS = 500

/** Asks for a number, calls it through the trunk, and shows the steps as they happen. */
export function TrunkTestDrawer({ trunk, onClose }: { trunk: Trunk; onClose(): void }) {
  const { testing: t } = useMessages(trunkMessages)
  const [phoneNumber, setPhoneNumber] = useState('')
  const start = useApiMutation('/api/trunk/{id}/test')
  const id = start.data?.id
  const { data, error } = useApiQuery(
    '/api/trunkTest/{id}',
    { params: { path: { id: id ?? '' } } },
    {
      isEnabled: id !== undefined,
      refetchEveryMs: REFETCH_MS,
      refetchWhile: (test) => test === undefined || test.endTime === null,
    },
  )
  function call(event: FormEvent): void {
    event.preventDefault()
    start.mutate({ params: { path: { id: trunk.id } }, body: { phoneNumber: phoneNumber.trim() } })
  }
  const isRunning = id !== undefined && !error && (data === undefined || data.endTime === null)
  return (
    <Drawer opened onClose={onClose} title={t.title(trunk.name)} position="right" size={480}>
      <Stack gap="md">
        <form onSubmit={call}>
          <Stack gap="sm">
            <Text size="sm" c="dimmed">
              {t.intro}
            </Text>
            <TextInput
              label={t.phoneNumber}
              type="tel"
              required
              data-autofocus
              value={phoneNumber}
              onChange={(event) => setPhoneNumber(event.currentTarget.value)}
            />
            <FormError error={start.error ?? error} />
            <div>
              <Button type="submit" loading={start.isPending || isRunning}>
                {id === undefined ? t.action : t.again}
              </Button>
            </div>
          </Stack>
        </form>
        {data && <TestSteps test={data} />}
      </Stack>
    </Drawer>
  )
}

const tones: Record<Step['status'], Tone> = {
  ok: 'good',
  warning: 'warn',
  failed: 'bad',
  skipped: 'idle',
}

export function TestSteps({ test: { steps, endTime } }: { test: Test }) {
  const { testing: t } = useMessages(trunkMessages)
  const words = useMessages(trunkTestWords)
  const { language } = useLanguage()
  const hasFailed = steps.some(({ status }) => status === 'failed')
  const hasSound = steps.some(({ step, status }) => step === 'sound' && status === 'ok')
  return (
    <>
      <ol className="plain-list trunk-steps" aria-label={t.steps}>
        {steps.map(({ step, status, code, facts, message, time }) => (
          <li key={step}>
            <div className="trunk-step">
              <Text size="sm" fw={500} span>
                {words.steps[step]}
              </Text>
              <StatusBadge tone={tones[status]} isHollow={status === 'skipped'}>
                {t.statuses[status]}
              </StatusBadge>
              <Text size="xs" c="dimmed" span className="trunk-step-time">
                {time.slice(-8)}
              </Text>
            </div>
            <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
              {outcomeSentence(code, facts as TrunkOutcomeFacts, language) ?? message}
            </Text>
          </li>
        ))}
      </ol>
      <Text size="sm" fw={500} role="status">
        {endTime === null && <Loader size={12} mr="xs" aria-hidden />}
        {endTime === null ? t.running : hasFailed ? t.failed : hasSound ? t.works : t.ended}
      </Text>
    </>
  )
}
