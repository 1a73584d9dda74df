import { Anchor, Select, Text } from '@mantine/core'
import { Link } from 'wouter'
import { useMessages } from '../../../../language/language-provider.tsx'
import { useDoNotCallNames } from '../../use-names.ts'
import { builderMessages } from '../builder.messages.ts'
import { type StepProps, useIsWrong } from '../builder-context.ts'
import { NextSelect } from './step-select.tsx'

export function OptOutFields({ step, onChange }: StepProps<'optOut'>) {
  const { fields: t } = useMessages(builderMessages)
  const isWrong = useIsWrong(step)
  const lists = useDoNotCallNames()
  return (
    <>
      {lists?.length === 0 ? (
        <Text size="sm">
          <Anchor component={Link} href="/do-not-call">
            {t.noLists}
          </Anchor>
        </Text>
      ) : (
        <Select
          label={t.list}
          placeholder={t.listPlaceholder}
          allowDeselect={false}
          searchable
          data={(lists ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          value={step.listId || null}
          error={isWrong('listId')}
          onChange={(listId) => onChange({ listId: listId ?? '' })}
        />
      )}
      <NextSelect stepKey={step.key} value={step.next} onChange={(next) => onChange({ next })} />
    </>
  )
}
