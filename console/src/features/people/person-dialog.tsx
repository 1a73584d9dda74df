// Invites a person, changes the rights of one, or makes the first account: that one is an administrator and signs in at once.
import { createClient, type Schemas } from '@carillon/client'
import { limits } from '@carillon/client/limits'
import { Checkbox, PasswordInput, Radio, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { useMessages } from '../../language/language-provider.tsx'
import { DataSourcesSelect } from '../../parts/data-sources-select.tsx'
import { useFieldRules } from '../../parts/forms/field-rules.ts'
import { FormDialog } from '../../parts/forms/form-dialog.tsx'
import { fieldAmong, useFormRequest } from '../../parts/forms/use-form-request.ts'
import { useApiMutation } from '../../session/api-hooks.ts'
import { useServices } from '../../session/console-context.tsx'
import { COOKIE } from '../../session/session.ts'
import { peopleMessages } from './people.messages.ts'

type Person = Schemas['Person']

interface PersonDialogProps {
  edited: Person | 'new' | 'first'
  onLink(person: Schemas['InvitedPerson']): void
  onClose(): void
}

const roles = ['monitor', 'viewer', 'operator', 'admin'] as const
const extras = ['export', 'call', 'hear', 'listen'] as const
const fields = ['name', 'password', 'dataSourceIds'] as const

export function PersonDialog({ edited, onLink, onClose }: PersonDialogProps) {
  const t = useMessages(peopleMessages)
  const rules = useFieldRules()
  const { session } = useServices()
  const queries = useQueryClient()
  const invite = useApiMutation('/api/person/invite')
  const update = useApiMutation('/api/person/update')
  const isFirst = edited === 'first'
  const person = typeof edited === 'object' ? edited : undefined
  const form = useForm({
    initialValues: {
      name: person?.name ?? '',
      password: '',
      role: person?.role ?? (isFirst ? ('admin' as const) : ('operator' as const)),
      permissions: person?.permissions ?? (['call', 'hear'] as Person['permissions']),
      dataSourceIds: person?.dataSourceIds ?? [],
    },
    validate: {
      name: rules.text(limits.NewPerson.name),
      password: isFirst ? rules.text({ minLength: 12, maxLength: 200, isRequired: true }) : () => null,
    },
  })
  const { send, ...request } = useFormRequest(form, fieldAmong(fields))

  const submit = form.onSubmit(({ name, role, permissions, dataSourceIds, password }) =>
    send(async () => {
      const body = {
        ...{ name, role },
        permissions: role === 'monitor' ? [] : role === 'admin' ? permissions.filter(isListen) : permissions,
        ...(role !== 'admin' && dataSourceIds.length > 0 && { dataSourceIds }),
      }
      if (person) await update.mutateAsync({ body: { id: person.id, ...body } })
      else {
        const invited = await invite.mutateAsync({ body: isFirst ? { name, role: 'admin' } : body })
        if (isFirst) {
          // Without the token: the answer signs in this browser.
          const { token } = invited
          await createClient({ token: undefined, retries: 0 }).post('/api/invitation/accept', {
            body: { token, password },
          })
          session.signIn(COOKIE)
          await queries.invalidateQueries()
        } else onLink(invited)
      }
      onClose()
    }),
  )

  const { role } = form.values
  return (
    <FormDialog
      onClose={onClose}
      title={person ? t.editName(person.name) : isFirst ? t.addFirst : t.add}
      isDirty={form.isDirty()}
      onSubmit={submit}
      {...request}
      action={person ? t.save : isFirst ? t.createFirst : t.invite}
    >
      <TextInput
        label={t.columns.name}
        withAsterisk
        required
        data-autofocus
        autoComplete={isFirst ? 'username' : 'off'}
        {...form.getInputProps('name')}
      />
      {isFirst && (
        <PasswordInput
          label={t.password}
          description={t.passwordHint}
          withAsterisk
          required
          autoComplete="new-password"
          {...form.getInputProps('password')}
        />
      )}
      {!isFirst && (
        <Radio.Group label={t.role} {...form.getInputProps('role')}>
          <Stack gap="xs" mt="xs">
            {roles.map((each) => (
              <Radio
                key={each}
                size="xs"
                value={each}
                label={t.roles[each].name}
                description={t.roles[each].hint}
              />
            ))}
          </Stack>
        </Radio.Group>
      )}
      {!isFirst && role !== 'monitor' && (
        <Checkbox.Group label={t.besides} {...form.getInputProps('permissions')}>
          <Stack gap="xs" mt="xs">
            {extras
              .filter((each) => role !== 'admin' || isListen(each))
              .map((each) => (
                <Checkbox key={each} size="xs" value={each} label={t.extras[each]} />
              ))}
          </Stack>
        </Checkbox.Group>
      )}
      {!isFirst && role !== 'admin' && (
        <DataSourcesSelect description={t.dataSourcesHint} {...form.getInputProps('dataSourceIds')} />
      )}
    </FormDialog>
  )
}

/** An administrator has all others. */
const isListen = (extra: string) => extra === 'listen'
