import { Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useLanguage, useMessages } from '../../../language/language-provider.tsx'
import { useApiQuery } from '../../../session/api-hooks.ts'
import type { Flow } from '../flow.ts'
import { type CallValues, toDraft } from '../flow-draft.ts'
import { builderMessages } from './builder.messages.ts'
import { OtherTask } from './other-task.tsx'

/** How a call begins: from an example, or empty. */
export function ExampleList({ onChoose, hasIntro }: { onChoose(call: CallValues): void; hasIntro: boolean }) {
  const t = useMessages(builderMessages)
  const { language } = useLanguage()
  const examples = useApiQuery('/api/flow/examples', { params: { query: { language } } }).data?.rows
  const choose = (flow: Flow, successWhen: string) =>
    onChoose({ flow: toDraft(flow), successWhen, maxAgents: '' })
  return (
    <Stack gap="sm">
      {hasIntro && (
        <Text size="sm" c="dimmed">
          {t.intro}
        </Text>
      )}
      {!examples && <Skeleton h={240} />}
      {examples && examples.length > 0 && (
        <>
          <Text size="sm" fw={600}>
            {t.start}
          </Text>
          <ul className="flow-examples">
            {examples.map(({ id, name, description, flow, successWhen, choices }) => (
              <li key={id}>
                <Text size="sm" fw={500}>
                  {name}
                </Text>
                <Text size="xs" c="dimmed" flex={1}>
                  {description}
                </Text>
                <Button
                  variant="default"
                  aria-label={t.use(name)}
                  style={{ alignSelf: 'flex-start' }}
                  onClick={() => choose(withoutChoices(flow, choices), successWhen)}
                >
                  {t.useThis}
                </Button>
              </li>
            ))}
          </ul>
        </>
      )}
      <Group gap="xs" align="flex-end">
        <Button variant="subtle" onClick={() => choose({ steps: [] }, 'answered')}>
          {t.startEmpty}
        </Button>
        <OtherTask onChoose={onChoose} />
      </Group>
    </Stack>
  )
}

/** Empties what the user has to choose, so that the check names it. */
function withoutChoices(flow: Flow, choices: { step: string; field: string }[]): Flow {
  const steps = flow.steps.map((step) => {
    const empty = choices.filter((choice) => choice.step === step.id).map(({ field }) => [field, ''])
    return { ...step, ...Object.fromEntries(empty) } as Flow['steps'][number]
  })
  return { ...flow, steps }
}
