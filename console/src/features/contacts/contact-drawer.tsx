import type { Schemas } from '@carillon/client'
import { Anchor, Drawer, Group, Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { Link } from 'wouter'
import { useMessages } from '../../language/language-provider.tsx'
import { useFormat } from '../../language/use-format.ts'
import { ActionButton } from '../../parts/action-button.tsx'
import { type Contact, customFields } from '../../parts/forms/custom-fields.ts'
import { namedNumber } from '../../parts/named-number.ts'
import { useNotify } from '../../parts/notify.ts'
import { NumberHistoryLink } from '../../parts/phone-link.tsx'
import { type Column, DataTable, listOf } from '../../parts/tables/data-table.tsx'
import { useLocalPages } from '../../parts/tables/use-local-pages.ts'
import { useApiMutation, useApiQuery } from '../../session/api-hooks.ts'
import { useRightReason } from '../../session/use-right-reason.ts'
import { useCallColumns } from '../tasks/call-columns.tsx'
import { CallDetails } from '../tasks/call-details.tsx'
import { ContactStatusBadge } from '../tasks/contact-status.tsx'
import { DenialTable } from '../tasks/denial-table.tsx'
import { tasksMessages } from '../tasks/tasks.messages.ts'
import { contactsMessages } from './contacts.messages.ts'

type Call = Schemas['Call']

export interface ContactDrawerProps {
  dataSourceId: string
  contact: Contact | undefined
  /** The field that has the display name. */
  nameField: string | null | undefined
  onEdit(contact: Contact): void
  onDelete(contact: Contact): void
  onClose(): void
}

/** All data of a contact, and its calls in all tasks. */
export function ContactDrawer(props: ContactDrawerProps) {
  const { dataSourceId, contact, nameField, onEdit, onDelete, onClose } = props
  const { drawer: t } = useMessages(contactsMessages)
  const rightReason = useRightReason()('operate')
  const name = contact && customFields(contact).find(([field]) => field === nameField)?.[1]
  return (
    <Drawer
      opened={contact !== undefined}
      onClose={onClose}
      position="right"
      size="xl"
      title={contact && namedNumber(name, contact.phoneNumber)}
    >
      {contact && (
        <Stack gap="md">
          <ContactDetails contact={contact} />
          <Group gap="xs">
            <ActionButton onClick={() => onEdit(contact)} disabledReason={rightReason}>
              {t.edit}
            </ActionButton>
            <WithdrawButton dataSourceId={dataSourceId} contact={contact} rightReason={rightReason} />
            <ActionButton onClick={() => onDelete(contact)} disabledReason={rightReason}>
              {t.delete}
            </ActionButton>
            <NumberHistoryLink phoneNumber={contact.phoneNumber} />
          </Group>
          <CallHistory key={contact.id} dataSourceId={dataSourceId} contact={contact} />
        </Stack>
      )}
    </Drawer>
  )
}

interface WithdrawButtonProps {
  dataSourceId: string
  contact: Contact
  rightReason: string | undefined
}

/** Both can be undone, so they ask for nothing. */
function WithdrawButton({ dataSourceId, contact, rightReason }: WithdrawButtonProps) {
  const { drawer: t } = useMessages(contactsMessages)
  const notify = useNotify()
  const withdraw = useApiMutation('/api/dataSource/{id}/contact/withdraw')
  const restore = useApiMutation('/api/dataSource/{id}/contact/restore')
  const isWithdrawn = contact.withdrawTime !== null
  async function toggle(): Promise<void> {
    const { mutateAsync } = isWithdrawn ? restore : withdraw
    try {
      await mutateAsync({ params: { path: { id: dataSourceId } }, body: { contactId: contact.id } })
      notify.done(isWithdrawn ? t.restoreDone : t.withdrawDone)
    } catch (error) {
      notify.failed(error, isWithdrawn ? 'restoreContact' : 'withdrawContact')
    }
  }
  return (
    <ActionButton
      onClick={toggle}
      disabledReason={rightReason}
      loading={withdraw.isPending || restore.isPending}
    >
      {isWithdrawn ? t.restore : t.withdraw}
    </ActionButton>
  )
}

function ContactDetails({ contact }: { contact: Contact }) {
  const { drawer: t, columns } = useMessages(contactsMessages)
  const format = useFormat()
  const times = [
    [columns.callTime, contact.callTime],
    [columns.callUntil, contact.callUntil],
    [t.withdrawn, contact.withdrawTime],
  ].filter((each): each is [string, string] => each[1] !== null)
  return (
    <section aria-label={t.details}>
      <dl className="settings-list" data-narrow>
        <dt>{columns.status}</dt>
        <dd>
          <ContactStatusBadge status={contact.status} />
        </dd>
        {times.map(([name, time]) => (
          <div key={name} style={{ display: 'contents' }}>
            <dt>{name}</dt>
            <dd>{format.dateTime(time)}</dd>
          </div>
        ))}
        {customFields(contact).map(([name, value]) => (
          <div key={name} style={{ display: 'contents' }}>
            <dt>{name}</dt>
            <dd style={{ whiteSpace: 'pre-wrap' }}>{value}</dd>
          </div>
        ))}
        <dt>{t.calls}</dt>
        <dd>{format.number(contact.callCount)}</dd>
        <dt>{t.added}</dt>
        <dd>{format.dateTime(contact.createTime)}</dd>
      </dl>
    </section>
  )
}

function CallHistory({ dataSourceId, contact }: { dataSourceId: string; contact: Contact }) {
  const { drawer: t } = useMessages(contactsMessages)
  const { denials: denialWords } = useMessages(tasksMessages)
  const format = useFormat()
  const address = useLocalPages()
  const found = useApiQuery(
    '/api/dataSource/{id}/contact/{contactId}/calls',
    { params: { path: { id: dataSourceId, contactId: contact.id }, query: address.page } },
    { keepsPrevious: true },
  )
  const [opened, setOpened] = useState<Call>()
  const columns: Column<Call>[] = [
    ...useCallColumns(setOpened)
      .filter(({ id }) => id !== 'phone')
      .map((column) => ({ ...column, cell: (call: Call) => <NoWrap>{column.cell(call)}</NoWrap> })),
    { id: 'task', title: t.task, cell: (call) => call.taskId !== null && <TaskLink id={call.taskId} /> },
  ]
  const denials = found.data?.denials ?? []
  return (
    <section>
      {denials.length > 0 && (
        <>
          <Title order={2} mb="xs">
            {denialWords.title}
          </Title>
          <DenialTable denials={denials} />
        </>
      )}
      <Title order={2} my="xs">
        {t.history}
      </Title>
      <DataTable
        label={t.history}
        isBounded
        columns={columns}
        {...listOf(found, address)}
        keyOf={(call) => call.id}
        empty={
          <Text size="sm" c="dimmed">
            {t.noCalls}
          </Text>
        }
      />
      {opened?.result && (
        <>
          <Title order={2} my="xs">
            {format.dateTime(opened.startTime)}
          </Title>
          <CallDetails key={opened.id} call={{ ...opened, result: opened.result }} />
        </>
      )}
    </section>
  )
}

/** Prevents line breaks in cells; the table scrolls sideways instead. */
function NoWrap({ children }: { children: ReactNode }) {
  return <span style={{ whiteSpace: 'nowrap' }}>{children}</span>
}

/** Fetches the name of each task: a call has only its task's id, and a contact is in few tasks. */
function TaskLink({ id }: { id: string }) {
  const { drawer: t } = useMessages(contactsMessages)
  const { data } = useApiQuery('/api/task/detail/{id}', { params: { path: { id } } })
  return (
    <Anchor component={Link} href={`/tasks/${id}`} className="cell-name" title={data?.taskName}>
      {data?.taskName ?? t.openTask}
    </Anchor>
  )
}
