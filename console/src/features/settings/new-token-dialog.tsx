import { limits } from '@carillon/client/limits'
import { Alert, Button, Group, Modal, NumberInput, Radio, Select, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useMessages } from '../../language/language-provider.tsx'
import { fieldOfError } from '../../parts/field-of-error.ts'
import { useFieldRules } from '../../parts/field-rules.ts'
import { partsMessages } from '../../parts/parts.messages.ts'
import { useErrorText } from '../../parts/use-error-text.ts'
import { useApiMutation } from '../../session/api-hooks.ts'
import { NewTokenValue } from './new-token-value.tsx'
import { settingsMessages } from './settings.messages.ts'

type Scope = 'read' | 'write' | 'admin'

interface TokenFormValues {
  name: string
  scope: Scope
  expiry: string
  expiresInDays: number | string
}

const scopes: Scope[] = ['read', 'write', 'admin']
const expiries = ['never', '30', '90', '365', 'other']
const fields = ['name', 'scope', 'expiresInDays'] as const

/** Creates a token and then shows it once. */
export function NewTokenDialog({ onClose }: { onClose(): void }) {
  const { newToken: t, tokens } = useMessages(settingsMessages)
  const parts = useMessages(partsMessages)
  const textOf = useErrorText()
  const rules = useFieldRules()
  const create = useApiMutation('/api/token/create')
  const [failure, setFailure] = useState<string>()
  const { NewAccessToken } = limits
  const form = useForm<TokenFormValues>({
    initialValues: { name: '', scope: 'write', expiry: 'never', expiresInDays: 180 },
    validate: {
      name: rules.text(NewAccessToken.name),
      expiresInDays: (days, { expiry }) =>
        expiry === 'other' ? rules.integer(NewAccessToken.expiresInDays)(days) : null,
    },
  })

  const submit = form.onSubmit(async ({ name, scope, expiry, expiresInDays }) => {
    setFailure(undefined)
    const days = expiry === 'other' ? expiresInDays : expiry
    try {
      await create.mutateAsync({
        body: { name, scope, ...(expiry !== 'never' && { expiresInDays: Number(days) }) },
      })
    } catch (error) {
      const field = fieldOfError(error, fields)
      if (field) form.setFieldError(field, textOf(error))
      else setFailure(textOf(error))
    }
  })

  const isCreated = create.data !== undefined
  return (
    <Modal
      opened
      onClose={onClose}
      title={isCreated ? t.createdTitle : t.title}
      // Closing the dialog by accident would lose the token.
      closeOnClickOutside={!isCreated && !form.isDirty()}
      closeOnEscape={!isCreated && !form.isDirty()}
      withCloseButton={!isCreated}
    >
      {create.data ? (
        <NewTokenValue token={create.data.token} onClose={onClose} />
      ) : (
        <form onSubmit={submit} noValidate>
          <Stack gap="sm">
            <TextInput
              label={t.name}
              description={t.nameHint}
              withAsterisk
              required
              data-autofocus
              {...form.getInputProps('name')}
            />
            <Radio.Group label={t.scope} {...form.getInputProps('scope')}>
              <Stack gap={8} mt={6}>
                {scopes.map((scope) => (
                  <Radio key={scope} size="xs" value={scope} label={tokens.scopes[scope]} />
                ))}
              </Stack>
            </Radio.Group>
            <Select
              label={t.expiry}
              allowDeselect={false}
              data={expiries.map((value) => ({ value, label: t.expiries[value] ?? value }))}
              {...form.getInputProps('expiry')}
            />
            {form.values.expiry === 'other' && (
              <NumberInput
                label={t.days}
                min={NewAccessToken.expiresInDays.minimum}
                max={NewAccessToken.expiresInDays.maximum}
                clampBehavior="none"
                allowDecimal={false}
                {...form.getInputProps('expiresInDays')}
              />
            )}
            {failure !== undefined && (
              <Alert color="red" variant="outline" title={parts.failed} role="alert">
                {failure}
              </Alert>
            )}
            <Group justify="flex-end" gap="xs">
              <Button variant="default" onClick={onClose}>
                {parts.cancel}
              </Button>
              <Button type="submit" loading={create.isPending}>
                {t.create}
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </Modal>
  )
}
