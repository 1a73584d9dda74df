import { Checkbox, Group, SegmentedControl, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useMessages } from '../../../../language/language-provider.tsx'
import { AudioSelect } from '../../../audio/audio-select.tsx'
import { GATHER_DEFAULTS } from '../../steps/gather.ts'
import { builderMessages } from '../builder.messages.ts'
import { type StepProps, useIsWrong } from '../builder-context.ts'
import { KeyNames } from './key-names.tsx'
import { MoreStepFields } from './more-step-fields.tsx'
import { NumberField } from './number-field.tsx'
import { SpokenText } from './spoken-text.tsx'
import { NextSelect, StepSelect } from './step-select.tsx'
import { VoiceFields } from './voice-fields.tsx'

type Props = StepProps<'gather'>

export function GatherFields({ step, onChange }: Props) {
  const { fields: t } = useMessages(builderMessages)
  const isWrong = useIsWrong(step)
  return (
    <>
      <Question step={step} onChange={onChange} />
      <div className="field-row">
        <TextInput
          label={t.keys}
          description={t.keysHint}
          value={step.keys ?? ''}
          error={isWrong('keys')}
          onChange={(event) => onChange({ keys: event.currentTarget.value.trim() })}
        />
        <NumberField
          label={t.tries}
          value={step.tries}
          onChange={(tries) => onChange({ tries })}
          fallback={GATHER_DEFAULTS.tries}
          min={1}
          max={10}
          error={isWrong('tries')}
        />
      </div>
      <KeyNames step={step} onChange={onChange} />
      <NextSelect stepKey={step.key} value={step.next} onChange={(next) => onChange({ next })} />
      <StepSelect
        label={t.noInput}
        none={t.same}
        value={step.noInput}
        error={isWrong('noInput')}
        onChange={(noInput) => onChange({ noInput })}
      />
      <MoreStepFields isSet={isSpecial(step)}>
        <SpokenText
          label={t.retryText}
          description={t.retryHint}
          minRows={1}
          value={step.retryText}
          error={isWrong('retryText')}
          onChange={(retryText) => onChange({ retryText })}
        />
        <InputLimits step={step} onChange={onChange} />
        <Checkbox
          label={t.interrupt}
          checked={step.interrupt ?? true}
          onChange={({ currentTarget: { checked } }) => onChange({ interrupt: checked ? undefined : false })}
        />
        <VoiceFields isOfStep language={step.language} voice={step.voice} onChange={onChange} />
      </MoreStepFields>
    </>
  )
}

/** What is said while it waits for keys: a text or an audio. */
function Question({ step, onChange }: Props) {
  const { fields: t } = useMessages(builderMessages)
  const isWrong = useIsWrong(step)
  const [isAudio, setAudio] = useState(Boolean(step.audioId))
  return (
    <Stack gap="xs">
      <Group gap="xs">
        <Text size="xs" fw={500}>
          {t.askWith}
        </Text>
        <SegmentedControl
          aria-label={t.askWith}
          data={[
            { value: 'text', label: t.askText },
            { value: 'audio', label: t.askAudio },
          ]}
          value={isAudio ? 'audio' : 'text'}
          onChange={(next) => {
            setAudio(next === 'audio')
            onChange(next === 'audio' ? { text: undefined } : { audioId: undefined })
          }}
        />
      </Group>
      {isAudio ? (
        <AudioSelect
          label={t.audio}
          value={step.audioId ?? ''}
          error={isWrong('audioId')}
          onChange={(audioId) => onChange({ audioId: audioId || undefined })}
        />
      ) : (
        <SpokenText
          label={t.text}
          placeholder={t.textPlaceholder}
          value={step.text}
          error={isWrong('text')}
          onChange={(text) => onChange({ text: text || undefined })}
        />
      )}
    </Stack>
  )
}

function InputLimits({ step, onChange }: Props) {
  const { fields: t } = useMessages(builderMessages)
  const isWrong = useIsWrong(step)
  return (
    <>
      <div className="field-row">
        <NumberField
          label={t.minDigits}
          value={step.minDigits}
          onChange={(minDigits) => onChange({ minDigits })}
          fallback={GATHER_DEFAULTS.minDigits}
          min={0}
          max={30}
          error={isWrong('minDigits')}
        />
        <NumberField
          label={t.maxDigits}
          value={step.maxDigits}
          onChange={(maxDigits) => onChange({ maxDigits })}
          fallback={GATHER_DEFAULTS.maxDigits}
          min={1}
          max={30}
          error={isWrong('maxDigits')}
        />
      </div>
      <div className="field-row">
        <TextInput
          label={t.endKey}
          placeholder={GATHER_DEFAULTS.endKey}
          maxLength={1}
          value={step.endKey ?? ''}
          error={isWrong('endKey')}
          onChange={(event) => onChange({ endKey: event.currentTarget.value })}
        />
        <NumberField
          label={t.timeout}
          value={step.timeout}
          onChange={(timeout) => onChange({ timeout })}
          fallback={GATHER_DEFAULTS.timeout}
          min={1}
          max={60}
          error={isWrong('timeout')}
        />
      </div>
    </>
  )
}

function isSpecial({
  retryText,
  minDigits,
  maxDigits,
  endKey,
  timeout,
  interrupt,
  language,
  voice,
}: Props['step']) {
  return [retryText, minDigits, maxDigits, endKey, timeout, interrupt, language, voice].some(
    (value) => value !== undefined && value !== '',
  )
}
