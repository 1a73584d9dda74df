import { Select, type SelectProps } from '@mantine/core'
import { useMessages } from '../../../../language/language-provider.tsx'
import { partsMessages } from '../../../../parts/parts.messages.ts'
import { stepWords } from '../../steps/steps.ts'
import { builderMessages } from '../builder.messages.ts'
import { useBuilder } from '../builder-context.ts'

/** Stands for no step of its own. It is no valid name of a step. */
const NONE = '→'

interface StepSelectProps extends Omit<SelectProps, 'value' | 'onChange' | 'data'> {
  value: string | undefined
  onChange(id: string | undefined): void
  /** What happens without a step; without it a step must be chosen. */
  none?: string | undefined
}

/** Chooses a step of the flow. */
export function StepSelect({ value, onChange, none, ...rest }: StepSelectProps) {
  const types = useMessages(stepWords)
  const { inBrackets } = useMessages(partsMessages)
  const { fields: t } = useMessages(builderMessages)
  const { flow } = useBuilder()
  const ids = new Set<string>()
  const steps = flow.steps.filter(({ id }) => id !== '' && !ids.has(id) && ids.add(id))
  const choices = steps.map(({ id, type }, index) => ({
    value: id,
    label: inBrackets(`${index + 1}. ${id}`, types[type].title),
  }))
  // A step that is not there any more stays visible as chosen.
  const unknown = value && !ids.has(value) ? [{ value, label: value }] : []
  return (
    <Select
      placeholder={t.chooseStep}
      {...rest}
      allowDeselect={false}
      data={[...(none === undefined ? [] : [{ value: NONE, label: none }]), ...choices, ...unknown]}
      value={value || (none === undefined ? null : NONE)}
      onChange={(next) => onChange(next === null || next === NONE ? undefined : next)}
    />
  )
}

/** `Continue with`: the following step of the list unless another one is chosen. */
export function NextSelect({
  stepKey,
  value,
  onChange,
  label,
}: {
  stepKey: string
  value: string | undefined
  onChange(id: string | undefined): void
  label?: string
}) {
  const { fields: t } = useMessages(builderMessages)
  const { flow } = useBuilder()
  const index = flow.steps.findIndex(({ key }) => key === stepKey)
  const following = flow.steps[index + 1]?.id
  return (
    <StepSelect
      label={label ?? t.next}
      value={value}
      onChange={onChange}
      none={following === undefined ? t.end : t.following(following)}
    />
  )
}
