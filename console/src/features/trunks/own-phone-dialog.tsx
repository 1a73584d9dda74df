import type { Schemas } from '@carillon/client'
import { limits } from '@carillon/client/limits'
import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMessages } from '../../language/language-provider.tsx'
import { useFieldRules } from '../../parts/forms/field-rules.ts'
import { FormDialog } from '../../parts/forms/form-dialog.tsx'
import { fieldAmong, useFormRequest } from '../../parts/forms/use-form-request.ts'
import { useApiMutation } from '../../session/api-hooks.ts'
import { ownPhoneMessages } from './own-phones.messages.ts'
import { QrCode } from './qr-code.tsx'

/** Adds a phone, and then shows once what its app is told. */
export function OwnPhoneDialog({ onClose }: { onClose(): void }) {
  const { form: t } = useMessages(ownPhoneMessages)
  const rules = useFieldRules()
  const add = useApiMutation('/api/ownPhone/add')
  const form = useForm({
    initialValues: { name: '' },
    validate: { name: rules.text(limits.NewOwnPhone.name) },
  })
  const { send, ...request } = useFormRequest(form, fieldAmong(['name'] as const))
  const submit = form.onSubmit(({ name }) =>
    send(async () => {
      await add.mutateAsync({ body: { name } })
    }),
  )
  const account = add.data
  return (
    <FormDialog
      onClose={onClose}
      title={account ? t.titleDone : t.title}
      onSubmit={submit}
      {...request}
      action={t.create}
      result={
        account && (
          <Stack gap="sm">
            <Text size="sm">{t.once}</Text>
            <Group justify="center">
              <QrCode text={uriOf(account)} label={t.code} />
            </Group>
            <Text size="xs" c="dimmed">
              {t.codeHint}
            </Text>
            <Value label={t.host} value={`${account.host}:${account.port}`} hint={t.transport} />
            <Value label={t.username} value={account.username} />
            <Value label={t.password} value={account.password} />
            <Group justify="flex-end">
              <Button data-autofocus onClick={onClose}>
                {t.close}
              </Button>
            </Group>
          </Stack>
        )
      }
    >
      <TextInput
        label={t.name}
        placeholder={t.namePlaceholder}
        withAsterisk
        required
        data-autofocus
        {...form.getInputProps('name')}
      />
    </FormDialog>
  )
}

/** As SIP writes an account (RFC 3261). */
function uriOf({ username, password, host, port }: Schemas['OwnPhoneAccount']): string {
  const address = host.includes(':') ? `[${host}]` : host
  return `sip:${username}:${password}@${address}:${port};transport=udp`
}

function Value({ label, value, hint }: { label: string; value: string; hint?: string }) {
  return (
    <TextInput
      label={label}
      description={hint}
      readOnly
      value={value}
      spellCheck={false}
      styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
      onFocus={(event) => event.currentTarget.select()}
    />
  )
}
