import { Select } from '@mantine/core'
import { useImportWords } from './import-target.ts'

interface NameFieldSelectProps {
  /** The fields that are imported, without the phone number. */
  fields: string[]
  /** The field that the data source has now. */
  current: string | undefined
  value: string | null
  onChange(field: string | null): void
}

/** Which field is the display name of the contacts. */
export function NameFieldSelect({ fields, current, value, onChange }: NameFieldSelectProps) {
  const t = useImportWords()
  return (
    <Select
      label={t.nameField}
      description={t.nameFieldHint}
      placeholder={current === undefined ? t.nameFieldNone : t.nameFieldKept(current)}
      clearable
      searchable
      data={[...new Set(fields)]}
      value={value !== null && fields.includes(value) ? value : null}
      onChange={onChange}
    />
  )
}
