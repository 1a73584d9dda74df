// The country of numbers that name none: that of the service unless another one is chosen.
import { countries } from '@carillon/client/limits'
import { Select, type SelectProps } from '@mantine/core'
import { useMemo } from 'react'
import { useLanguage, useMessages } from '../../language/language-provider.tsx'
import { locales } from '../../language/messages.ts'
import { useSystem } from '../../session/use-system.ts'
import { partsMessages } from '../parts.messages.ts'

export type CountryCode = (typeof countries)[number]

/** The name of a country by its code, in the language of the page. */
export function useCountryNames(): (code: string) => string {
  const { language } = useLanguage()
  return useMemo(() => {
    const names = new Intl.DisplayNames(locales[language], { type: 'region' })
    return (code) => `${names.of(code) ?? code} (${code})`
  }, [language])
}

/** All countries, by name. */
export function useCountryOptions(): { value: CountryCode; label: string }[] {
  const { language } = useLanguage()
  const nameOf = useCountryNames()
  return useMemo(
    () =>
      countries
        .map((code) => ({ value: code, label: nameOf(code) }))
        .sort((a, b) => a.label.localeCompare(b.label, locales[language])),
    [nameOf, language],
  )
}

interface CountrySelectProps
  extends Pick<SelectProps, 'description' | 'placeholder' | 'readOnly' | 'size' | 'error'> {
  /** Null: that of the service. */
  value: CountryCode | null
  onChange(country: CountryCode | null): void
}

export function CountrySelect({ value, onChange, ...props }: CountrySelectProps) {
  const { country: t } = useMessages(partsMessages)
  const nameOf = useCountryNames()
  const ofService = useSystem()?.defaultCountry
  const options = useCountryOptions()
  return (
    <Select
      label={t.label}
      placeholder={ofService ? t.asService(nameOf(ofService)) : t.none}
      clearable={!props.readOnly}
      searchable
      limit={countries.length}
      data={options}
      value={value}
      onSearchChange={(text) => {
        // Its button to clear cannot be reached with the keyboard.
        if (text === '' && value !== null) onChange(null)
      }}
      onChange={(chosen) => onChange(chosen as CountryCode | null)}
      {...props}
    />
  )
}
