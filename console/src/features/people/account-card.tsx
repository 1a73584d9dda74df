// One's own password, and where one is signed in; an administrator sees where everybody is.
import type { Schemas } from '@carillon/client'
import { Button, PasswordInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useMessages } from '../../language/language-provider.tsx'
import { useFormat } from '../../language/use-format.ts'
import { Card } from '../../parts/card.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { useFieldRules } from '../../parts/forms/field-rules.ts'
import { FormDialog } from '../../parts/forms/form-dialog.tsx'
import { fieldAmong, useFormRequest } from '../../parts/forms/use-form-request.ts'
import { useNotify } from '../../parts/notify.ts'
import { NameCell } from '../../parts/tables/cells.tsx'
import { type Column, DataTable, listOf } from '../../parts/tables/data-table.tsx'
import { useApiMutation, useApiQuery } from '../../session/api-hooks.ts'
import { browserOf } from './browser-name.ts'
import { peopleMessages } from './people.messages.ts'

type Session = Schemas['Session']

export function AccountCard() {
  const { account: t } = useMessages(peopleMessages)
  const me = useApiQuery('/api/session/me', {}).data
  const [isChanging, setChanging] = useState(false)
  const isPerson = me?.kind === 'person'
  // A token has no account, but an administrator's sees where people are signed in.
  if (!me || (!isPerson && !(me.hasPeople && me.permissions.includes('administer')))) return null
  return (
    <Card
      title={t.title}
      isFlush
      beside={
        me.signsInBy === 'password' && (
          <Button variant="default" onClick={() => setChanging(true)}>
            {t.change}
          </Button>
        )
      }
    >
      <SessionTable />
      {isChanging && <PasswordDialog onClose={() => setChanging(false)} />}
    </Card>
  )
}

function SessionTable() {
  const { account: t } = useMessages(peopleMessages)
  const format = useFormat()
  const notify = useNotify()
  const end = useApiMutation('/api/session/end')
  const found = useApiQuery('/api/session/list', {})
  const columns: Column<Session>[] = [
    { id: 'name', title: t.columns.name, cell: ({ personName }) => <NameCell name={personName} /> },
    {
      id: 'browser',
      title: t.columns.browser,
      visibleFrom: 'md',
      cell: ({ browser }) => <span title={browser}>{browserOf(browser)}</span>,
    },
    { id: 'address', title: t.columns.address, cell: ({ address }) => address },
    {
      id: 'used',
      title: t.columns.used,
      cell: ({ usedTime, isThis }) => (
        <span className="cell-time">{isThis ? t.isThis : format.dateTime(usedTime)}</span>
      ),
    },
    {
      id: 'actions',
      title: t.columns.actions,
      isActions: true,
      align: 'right',
      cell: ({ id, isThis, personName }) =>
        !isThis && (
          <Button
            variant="default"
            size="compact-xs"
            aria-label={t.endOf(personName)}
            onClick={() =>
              end.mutateAsync({ body: { id } }).catch((error) => notify.failed(error, 'savePerson'))
            }
          >
            {t.end}
          </Button>
        ),
    },
  ]
  return (
    <DataTable
      label={t.title}
      isBounded
      columns={columns}
      {...listOf(found)}
      keyOf={({ id }) => id}
      empty={<EmptyState title={t.empty} hint="" />}
    />
  )
}

function PasswordDialog({ onClose }: { onClose(): void }) {
  const { account: t, passwordHint } = useMessages(peopleMessages)
  const rules = useFieldRules()
  const notify = useNotify()
  const change = useApiMutation('/api/session/password')
  const form = useForm({
    initialValues: { oldPassword: '', newPassword: '' },
    validate: {
      oldPassword: rules.text({ isRequired: true }),
      newPassword: rules.text({ minLength: 12, maxLength: 200, isRequired: true }),
    },
  })
  const { send, ...request } = useFormRequest(form, fieldAmong(['oldPassword', 'newPassword']))
  const submit = form.onSubmit((body) =>
    send(async () => {
      await change.mutateAsync({ body })
      notify.done(t.changed)
      onClose()
    }),
  )
  return (
    <FormDialog onClose={onClose} title={t.change} onSubmit={submit} {...request} action={t.save}>
      <PasswordInput
        label={t.oldPassword}
        data-autofocus
        autoComplete="current-password"
        {...form.getInputProps('oldPassword')}
      />
      <PasswordInput
        label={t.newPassword}
        description={passwordHint}
        autoComplete="new-password"
        {...form.getInputProps('newPassword')}
      />
    </FormDialog>
  )
}
