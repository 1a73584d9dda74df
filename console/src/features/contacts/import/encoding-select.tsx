import type { Encoding } from '@carillon/client'
import { Select } from '@mantine/core'
import { useImportWords } from './import-target.ts'

interface EncodingSelectProps {
  /** As the API names it. */
  value: string | null
  description?: string
  isDisabled?: boolean
  onChange(encoding: Encoding): void
}

export function EncodingSelect({ value, description, isDisabled = false, onChange }: EncodingSelectProps) {
  const t = useImportWords()
  return (
    <Select
      label={t.encoding}
      description={description}
      placeholder={t.chooseEncoding}
      searchable
      allowDeselect={false}
      disabled={isDisabled}
      data={Object.entries(t.encodings).map(([encoding, label]) => ({ value: encoding, label }))}
      value={value}
      onChange={(chosen) => chosen !== null && chosen !== value && onChange(chosen as Encoding)}
    />
  )
}
