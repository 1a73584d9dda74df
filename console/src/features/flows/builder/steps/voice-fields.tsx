import { Autocomplete } from '@mantine/core'
import { useMessages } from '../../../../language/language-provider.tsx'
import { useSpeech } from '../../../audio/use-speech.ts'
import { flowsMessages } from '../../flows.messages.ts'
import { builderMessages } from '../builder.messages.ts'

interface VoiceFieldsProps {
  language: string | undefined
  voice: string | undefined
  onChange(change: { language?: string; voice?: string }): void
  /** Of a step: empty means as the whole call. */
  isOfStep?: boolean
}

const languages = ['en-US', 'en-GB', 'zh-CN', 'de-DE', 'es-ES', 'fr-FR', 'it-IT', 'ja-JP', 'ko-KR', 'pt-BR']

/** The language and the voice of what is said. */
export function VoiceFields({ language = '', voice = '', onChange, isOfStep = false }: VoiceFieldsProps) {
  const words = useMessages(flowsMessages)
  const t = useMessages(builderMessages)
  const voices = useSpeech()?.voices ?? []
  return (
    <div className="field-row">
      <Autocomplete
        size="xs"
        label={isOfStep ? t.fields.language : words.language}
        {...(!isOfStep && { description: t.languageHint })}
        placeholder={isOfStep ? t.fields.asFlow : ''}
        data={languages}
        value={language}
        onChange={(next) => onChange({ language: next })}
      />
      <Autocomplete
        size="xs"
        label={isOfStep ? t.fields.voice : words.voice}
        {...(!isOfStep && { description: t.voiceHint })}
        placeholder={isOfStep ? t.fields.asFlow : ''}
        data={voices}
        maxDropdownHeight={240}
        value={voice}
        onChange={(next) => onChange({ voice: next })}
      />
    </div>
  )
}
