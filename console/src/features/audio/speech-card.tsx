import { Autocomplete, Stack, Text } from '@mantine/core'
import { IconPlayerPlay } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useLanguage, useMessages } from '../../language/language-provider.tsx'
import { ActionButton } from '../../parts/action-button.tsx'
import { Card } from '../../parts/card.tsx'
import { FactList } from '../../parts/fact-list.tsx'
import { FormError } from '../../parts/forms/form-footer.tsx'
import { GrowingTextarea } from '../../parts/forms/growing-textarea.tsx'
import { StatusBadge } from '../../parts/status-badge.tsx'
import { useClient } from '../../session/console-context.tsx'
import { useRightReason } from '../../session/use-right-reason.ts'
import { audioMessages } from './audio.messages.ts'
import { SoundPlayer } from './audio-player.tsx'
import { type Speech, useSpeech } from './use-speech.ts'

/** How texts are spoken in calls, and a sentence to try. */
export function SpeechCard() {
  const { speech: t } = useMessages(audioMessages)
  const speech = useSpeech()
  return (
    <Card title={t.title}>
      <Stack gap="sm">
        <Text size="xs" c="dimmed">
          {t.intro}
        </Text>
        {speech && <SpeechFacts speech={speech} />}
        {speech && speech.provider !== 'none' && <TrySentence voices={speech.voices ?? []} />}
      </Stack>
    </Card>
  )
}

function SpeechFacts({ speech }: { speech: Speech }) {
  const { speech: t } = useMessages(audioMessages)
  const { provider, isWorking, voice, reason } = speech
  const facts: [string, ReactNode][] = [[t.provider, t.providers[provider] ?? provider]]
  if (provider !== 'none') {
    facts.push([
      t.state,
      <Stack key="state" gap={0}>
        <StatusBadge tone={isWorking ? 'good' : 'bad'}>{isWorking ? t.works : t.broken}</StatusBadge>
        {reason && <Text size="xs">{reason}</Text>}
      </Stack>,
    ])
    if (voice !== null) facts.push([t.defaultVoice, voice])
  }
  return <FactList facts={facts} isNarrow />
}

function TrySentence({ voices }: { voices: string[] }) {
  const { speech: t } = useMessages(audioMessages)
  const client = useClient()
  const rightReason = useRightReason()('operate')
  const [text, setText] = useState<string>()
  const { language: ofPage } = useLanguage()
  const [language, setLanguage] = useState(ofPage === 'zh' ? 'zh-CN' : 'en-US')
  const [voice, setVoice] = useState('')
  const [sound, setSound] = useState<Blob>()
  const [failure, setFailure] = useState<unknown>()
  const [isBusy, setBusy] = useState(false)
  const shown = text ?? t.tryExample
  async function say(): Promise<void> {
    setBusy(true)
    setFailure(undefined)
    try {
      setSound(await client.say({ text: shown, ...(language && { language }), ...(voice && { voice }) }))
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Stack gap="xs">
      <Text size="sm" fw={600}>
        {t.try}
      </Text>
      <GrowingTextarea
        label={t.tryLabel}
        minRows={2}
        value={shown}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <div className="field-row">
        <Autocomplete
          size="xs"
          label={t.language}
          data={['en-US', 'zh-CN', 'de-DE']}
          value={language}
          onChange={setLanguage}
        />
        <Autocomplete
          size="xs"
          label={t.voice}
          data={voices}
          maxDropdownHeight={240}
          value={voice}
          onChange={setVoice}
        />
      </div>
      <div>
        <ActionButton
          leftSection={<IconPlayerPlay size={14} aria-hidden />}
          loading={isBusy}
          disabledReason={rightReason}
          onClick={say}
        >
          {t.say}
        </ActionButton>
      </div>
      <FormError error={failure} />
      {sound && <SoundPlayer content={sound} label={t.try} />}
    </Stack>
  )
}
