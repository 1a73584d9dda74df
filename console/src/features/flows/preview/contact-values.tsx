import { Select, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useEffect, useEffectEvent, useState } from 'react'
import { useMessages } from '../../../language/language-provider.tsx'
import { type Contact, customFields } from '../../../parts/forms/custom-fields.ts'
import { useApiQuery } from '../../../session/api-hooks.ts'
import type { Flow } from '../flow.ts'
import { fieldsUsed } from '../steps/steps.ts'
import { previewMessages } from './preview.messages.ts'

export type ContactValues = Record<string, string>

interface ContactValuesProps {
  flow: Flow
  dataSourceId: string
  values: ContactValues
  onChange(values: ContactValues): void
}

/** Whose call it is: a contact of the list, or values that are typed in. Begins with the first contact. */
export function ContactValuesInput({ flow, dataSourceId, values, onChange }: ContactValuesProps) {
  const t = useMessages(previewMessages)
  const [search, setSearch] = useState('')
  const [needle] = useDebouncedValue(search.trim(), 200)
  const [chosen, setChosen] = useState<Contact>()
  const query = {
    pageSize: 20,
    ...(needle !== '' && needle !== chosen?.phoneNumber && { phoneNumber: needle }),
  }
  const contacts = useApiQuery(
    '/api/dataSource/{id}/contacts',
    { params: { path: { id: dataSourceId }, query } },
    { isEnabled: dataSourceId !== '', keepsPrevious: true },
  ).data?.rows
  function choose(contact: Contact): void {
    setChosen(contact)
    onChange({ ...Object.fromEntries(customFields(contact)), phoneNumber: contact.phoneNumber })
  }
  const begin = useEffectEvent(choose)
  const first = contacts?.[0]
  useEffect(() => {
    if (first && !chosen) begin(first)
  }, [first, chosen])
  const shown = [
    ...new Map([chosen, ...(contacts ?? [])].flatMap((each) => (each ? [[each.id, each]] : []))).values(),
  ]
  return (
    <>
      {dataSourceId !== '' && (
        <Select
          label={t.contact}
          placeholder={t.contactPlaceholder}
          searchable
          allowDeselect={false}
          searchValue={search}
          onSearchChange={setSearch}
          filter={({ options }) => options}
          nothingFoundMessage={t.noContacts}
          data={shown.map((contact) => ({ value: contact.id, label: contact.phoneNumber }))}
          value={chosen?.id ?? null}
          onChange={(id) => {
            const contact = shown.find((each) => each.id === id)
            if (contact) choose(contact)
          }}
        />
      )}
      <Values names={fieldsUsed(flow)} values={values} onChange={onChange} />
    </>
  )
}

function Values({
  names,
  values,
  onChange,
}: { names: string[] } & Pick<ContactValuesProps, 'values' | 'onChange'>) {
  const t = useMessages(previewMessages)
  if (names.length === 0) return null
  return (
    <div>
      <Text size="xs" c="dimmed" mb="2xs">
        {t.values}
      </Text>
      <div className="field-row">
        {names.map((name) => (
          <TextInput
            key={name}
            label={name}
            value={values[name] ?? ''}
            onChange={(event) => onChange({ ...values, [name]: event.currentTarget.value })}
          />
        ))}
      </div>
    </div>
  )
}
