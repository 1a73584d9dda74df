import { limits } from '@carillon/client/limits'
import { Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMessages } from '../../language/language-provider.tsx'
import { useFormat } from '../../language/use-format.ts'
import { useFieldRules } from '../../parts/forms/field-rules.ts'
import { FormDialog } from '../../parts/forms/form-dialog.tsx'
import { GrowingTextarea } from '../../parts/forms/growing-textarea.tsx'
import { toTimestamp } from '../../parts/forms/local-time.ts'
import { TimeField } from '../../parts/forms/time-field.tsx'
import { useFormRequest } from '../../parts/forms/use-form-request.ts'
import { useWarningBeforeUnload } from '../../parts/forms/use-warning-before-unload.ts'
import { useNotify } from '../../parts/notify.ts'
import { useApiMutation } from '../../session/api-hooks.ts'
import { useSystem } from '../../session/use-system.ts'
import { doNotCallMessages } from './do-not-call.messages.ts'
import { fieldOfError, splitNumbers, withNumbers } from './split-numbers.ts'

const MAX_NUMBERS = 1000

/** Adds pasted numbers to a list. Closes after saving; on an error it keeps all input. */
export function AddNumbersDialog({ listId, onClose }: { listId: string; onClose(): void }) {
  const { addForm: t } = useMessages(doNotCallMessages)
  const format = useFormat()
  const notify = useNotify()
  const rules = useFieldRules()
  const timeZone = useSystem()?.timeZone ?? ''
  const add = useApiMutation('/api/doNotCall/{id}/entry/add')
  const form = useForm({
    initialValues: { numbers: '', note: '', expireTime: '' },
    validate: {
      numbers: (text) => {
        const { length } = splitNumbers(text)
        if (length === 0) return t.none
        return length > MAX_NUMBERS ? t.tooMany(format.number(length)) : null
      },
      note: rules.text(limits.NewDoNotCallEntries.note),
    },
  })
  const { send, ...request } = useFormRequest(form, fieldOfError)
  const isDirty = form.isDirty()
  useWarningBeforeUnload(isDirty)
  const count = splitNumbers(form.values.numbers).length

  const submit = form.onSubmit(({ numbers, note, expireTime }) =>
    send(async () => {
      const phoneNumbers = splitNumbers(numbers)
      const expiry = expireTime !== '' && { expireTime: toTimestamp(expireTime) }
      const { addedCount, updatedCount, otherSpellings } = await add
        .mutateAsync({ params: { path: { id: listId } }, body: { phoneNumbers, note, ...expiry } })
        .catch((error: unknown) => {
          throw withNumbers(error, phoneNumbers)
        })
      if (otherSpellings) notify.notAllDone(t.twice, otherSpellings, true)
      else notify.done(t.done(format.number(addedCount), format.number(updatedCount)))
      onClose()
    }),
  )

  return (
    <FormDialog
      onClose={onClose}
      title={t.title}
      isDirty={isDirty}
      onSubmit={submit}
      {...request}
      action={t.action}
    >
      <div>
        <GrowingTextarea
          label={t.numbers}
          description={t.numbersHint}
          withAsterisk
          required
          data-autofocus
          minRows={4}
          maxRows={12}
          spellCheck={false}
          {...form.getInputProps('numbers')}
        />
        {count > 0 && (
          <Text size="xs" c="dimmed" mt="2xs" aria-live="polite">
            {t.found(format.number(count))}
          </Text>
        )}
      </div>
      <TextInput label={t.note} description={t.noteHint} {...form.getInputProps('note')} />
      <TimeField
        label={t.expires}
        description={t.expiresHint(timeZone)}
        {...form.getInputProps('expireTime')}
      />
    </FormDialog>
  )
}
