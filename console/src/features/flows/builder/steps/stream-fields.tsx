import { Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useMessages } from '../../../../language/language-provider.tsx'
import { GrowingTextarea } from '../../../../parts/forms/growing-textarea.tsx'
import { builderMessages } from '../builder.messages.ts'
import { type StepProps, useIsWrong } from '../builder-context.ts'
import { AnnouncesField } from './announces-field.tsx'
import { MoreStepFields } from './more-step-fields.tsx'
import { NumberField } from './number-field.tsx'
import { SpokenText } from './spoken-text.tsx'
import { NextSelect } from './step-select.tsx'
import { VoiceFields } from './voice-fields.tsx'

export function StreamFields({ step, onChange }: StepProps<'stream'>) {
  const { fields: t } = useMessages(builderMessages)
  const isWrong = useIsWrong(step)
  return (
    <>
      <TextInput
        label={t.url}
        description={t.urlHint}
        placeholder="wss://agent.example.com/calls"
        value={step.url}
        error={isWrong('url')}
        onChange={(event) => onChange({ url: event.currentTarget.value.trim() })}
      />
      <Select
        label={t.connect}
        allowDeselect={false}
        data={[
          { value: 'ringing', label: t.connectRinging },
          { value: 'answer', label: t.connectAnswer },
        ]}
        value={step.connect ?? 'answer'}
        onChange={(connect) => onChange({ connect: connect === 'ringing' ? 'ringing' : 'answer' })}
      />
      <SpokenText
        label={t.failText}
        minRows={1}
        value={step.failText}
        error={isWrong('failText')}
        onChange={(failText) => onChange({ failText })}
      />
      <AnnouncesField
        isSaidByAgent
        value={step.announces}
        onChange={(announces) => onChange({ announces })}
      />
      <NextSelect stepKey={step.key} value={step.next} onChange={(next) => onChange({ next })} />
      <MoreStepFields isSet={Boolean(step.parameters || step.maxSeconds || step.language || step.voice)}>
        <Parameters value={step.parameters} onChange={(parameters) => onChange({ parameters })} />
        <NumberField
          label={t.maxSeconds}
          value={step.maxSeconds}
          onChange={(maxSeconds) => onChange({ maxSeconds })}
          min={1}
          max={7200}
          error={isWrong('maxSeconds')}
        />
        <VoiceFields isOfStep language={step.language} voice={step.voice} onChange={onChange} />
      </MoreStepFields>
    </>
  )
}

interface ParametersProps {
  value: Record<string, string> | undefined
  onChange(parameters: Record<string, string> | undefined): void
}

function Parameters({ value = {}, onChange }: ParametersProps) {
  const { fields: t } = useMessages(builderMessages)
  // A line that is being typed has no name yet, so the text itself is kept.
  const [text, setText] = useState(() =>
    Object.entries(value)
      .map(([name, each]) => `${name} = ${each}`)
      .join('\n'),
  )
  return (
    <GrowingTextarea
      label={t.parameters}
      description={t.parametersHint}
      minRows={2}
      value={text}
      onChange={(event) => {
        const typed = event.currentTarget.value
        setText(typed)
        const found = [...typed.matchAll(/^\s*([^=\s][^=]*?)\s*=[^\S\n]*(.*?)[^\S\n]*$/gm)]
        const parameters = Object.fromEntries(found.map(([, name = '', each = '']) => [name, each]))
        onChange(found.length === 0 ? undefined : parameters)
      }}
    />
  )
}
