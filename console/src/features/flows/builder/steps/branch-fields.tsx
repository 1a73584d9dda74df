import { ActionIcon, Button, Group, Input, Stack } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useMessages } from '../../../../language/language-provider.tsx'
import { firstCondition } from '../../conditions.ts'
import type { StepOf } from '../../flow.ts'
import { builderMessages } from '../builder.messages.ts'
import { type StepProps, useBuilder, useIsWrong } from '../builder-context.ts'
import { ConditionInput } from './condition-input.tsx'
import { NextSelect, StepSelect } from './step-select.tsx'

type BranchCase = StepOf<'branch'>['cases'][number]

export function BranchFields({ step, onChange }: StepProps<'branch'>) {
  const { fields: t } = useMessages(builderMessages)
  const { flow } = useBuilder()
  const isWrong = useIsWrong(step)
  const { cases } = step
  const change = (index: number, part: Partial<BranchCase>) =>
    onChange({ cases: cases.map((one, at) => (at === index ? { ...one, ...part } : one)) })
  return (
    <>
      <Input.Wrapper label={t.cases} labelElement="div">
        <Stack gap="xs" mt="xs">
          {cases.map((one, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the cases have no other identity
            <div key={index} className="flow-case">
              <ConditionInput
                label={t.caseOf(index + 1)}
                value={one.when}
                error={isWrong(`cases[${index}].when`)}
                onChange={(when) => change(index, { when })}
              />
              <Group gap="xs" wrap="nowrap" align="flex-end">
                <StepSelect
                  flex={1}
                  label={t.caseNext(index + 1)}
                  value={one.next}
                  error={isWrong(`cases[${index}].next`)}
                  onChange={(next = '') => change(index, { next })}
                />
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size={30}
                  aria-label={t.removeCase(index + 1)}
                  onClick={() => onChange({ cases: cases.toSpliced(index, 1) })}
                >
                  <IconTrash size={15} />
                </ActionIcon>
              </Group>
            </div>
          ))}
          <Group>
            <Button
              variant="default"
              leftSection={<IconPlus size={14} aria-hidden />}
              onClick={() => onChange({ cases: [...cases, { when: firstCondition(flow), next: '' }] })}
            >
              {t.addCase}
            </Button>
          </Group>
        </Stack>
      </Input.Wrapper>
      <NextSelect
        stepKey={step.key}
        label={t.otherwise}
        value={step.next}
        onChange={(next) => onChange({ next })}
      />
    </>
  )
}
