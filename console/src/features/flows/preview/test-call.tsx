import { Button, Drawer, Select, Stack, Text, TextInput } from '@mantine/core'
import { IconPhoneCall } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { useMessages } from '../../../language/language-provider.tsx'
import { ActionButton } from '../../../parts/action-button.tsx'
import { FormError } from '../../../parts/forms/form-footer.tsx'
import { useApiMutation, useApiQuery } from '../../../session/api-hooks.ts'
import { useRightReason } from '../../../session/use-right-reason.ts'
import type { Flow } from '../flow.ts'
import { phoneMessages } from '../phone/phone.messages.ts'
import { PhonePanel } from '../phone/phone-panel.tsx'
import { useBrowserPhone } from '../phone/use-browser-phone.ts'
import { type ContactValues, ContactValuesInput } from './contact-values.tsx'
import { previewMessages } from './preview.messages.ts'
import { ResultRows, type ShownResult } from './result-rows.tsx'

interface TestCallProps {
  taskId: string
  flow: Flow
  dataSourceId: string
  /** Words for how a call ends. */
  causes: Record<string, string>
}

const REFETCH_MS = 1000
/** Places to call besides the own phones, which have ids. */
const NUMBER = 'number'
const BROWSER = 'browser'

/** A button that opens a form to call one number with the call of the task. */
export function TestCall(props: TestCallProps) {
  const { test: t } = useMessages(previewMessages)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <ActionButton
        leftSection={<IconPhoneCall size={14} aria-hidden />}
        disabledReason={useRightReason()('call')}
        onClick={() => setOpen(true)}
      >
        {t.open}
      </ActionButton>
      {isOpen && <TestCallDrawer {...props} onClose={() => setOpen(false)} />}
    </>
  )
}

function TestCallDrawer({
  taskId,
  flow,
  dataSourceId,
  causes,
  onClose,
}: TestCallProps & { onClose(): void }) {
  const { test: t } = useMessages(previewMessages)
  const words = useMessages(phoneMessages)
  const [where, setWhere] = useState(NUMBER)
  const [phoneNumber, setPhoneNumber] = useState('')
  const ownPhones = useApiQuery('/api/ownPhone/list', {})
  const browser = useBrowserPhone()
  const [values, setValues] = useState<ContactValues>({})
  const start = useApiMutation('/api/task/{id}/testCall')
  const id = start.data?.id
  async function call(event: FormEvent): Promise<void> {
    event.preventDefault()
    const { phoneNumber: _, ...fields } = values
    const ownPhone = where === BROWSER ? await browser.start() : where
    if (ownPhone === undefined) return
    const callee = where === NUMBER ? { phoneNumber: phoneNumber.trim() } : { ownPhone }
    start.mutate({ params: { path: { id: taskId } }, body: { ...callee, fields } })
  }
  const places = [
    { value: NUMBER, label: words.number },
    { value: BROWSER, label: words.browser },
    ...(ownPhones.data?.rows ?? []).map(({ id: value, name, isRegistered }) => ({
      value,
      label: isRegistered === false ? words.notRegistered(name) : name,
    })),
  ]
  return (
    <Drawer opened onClose={onClose} title={t.title} position="right" size={480}>
      <form onSubmit={call}>
        <Stack gap="sm">
          <Text size="sm" c="dimmed">
            {where === NUMBER ? t.intro : words.hint}
          </Text>
          <Select
            label={words.where}
            data={places}
            value={where}
            allowDeselect={false}
            onChange={(value) => setWhere(value ?? NUMBER)}
          />
          {where === NUMBER && (
            <TextInput
              label={t.phoneNumber}
              type="tel"
              required
              data-autofocus
              value={phoneNumber}
              onChange={(event) => setPhoneNumber(event.currentTarget.value)}
            />
          )}
          <ContactValuesInput flow={flow} dataSourceId={dataSourceId} values={values} onChange={setValues} />
          <FormError error={start.error} />
          <div>
            <Button type="submit" loading={start.isPending || browser.state === 'starting'}>
              {id === undefined ? t.action : t.again}
            </Button>
          </div>
          {where === BROWSER && <PhonePanel {...browser} />}
          {id !== undefined && <Progress key={id} id={id} causes={causes} />}
        </Stack>
      </form>
    </Drawer>
  )
}

/** How the call goes, until it has ended. */
function Progress({ id, causes }: { id: string; causes: Record<string, string> }) {
  const { test: t } = useMessages(previewMessages)
  const [isOver, setOver] = useState(false)
  const { data, error } = useApiQuery(
    '/api/testCall/{id}',
    { params: { path: { id } } },
    isOver ? {} : { refetchEveryMs: REFETCH_MS },
  )
  if (data?.status === 'ended' && !isOver) setOver(true)
  if (error) return <FormError error={error} />
  if (!data) return null
  return (
    <>
      <Text size="sm" role="status">
        {t.statuses[data.status] ?? data.status}
        {data.cause !== null && ` ${t.cause(causes[data.cause] ?? data.cause)}`}
      </Text>
      {data.reason !== null && <Text size="sm">{data.reason}</Text>}
      {data.result && <ResultRows result={data.result as ShownResult} />}
    </>
  )
}
