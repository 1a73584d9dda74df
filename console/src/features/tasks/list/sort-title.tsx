import { UnstyledButton } from '@mantine/core'
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react'
import { useMessages } from '../../../language/language-provider.tsx'
import type { Address } from '../../../parts/use-address.ts'
import { operationsMessages } from '../operations.messages.ts'

export const sorts = ['createTime', 'taskName', 'status', 'progress', 'priority', 'startTime'] as const
export type Sort = (typeof sorts)[number]

/** As the address has it; newest first without. */
export function readSort(address: Address): { sort: Sort; order: 'asc' | 'desc' } {
  const sort = sorts.find((name) => name === address.get('sort')) ?? 'createTime'
  const order = address.get('order') === 'asc' ? 'asc' : address.get('order') === 'desc' ? 'desc' : undefined
  return { sort, order: order ?? (sort === 'createTime' ? 'desc' : 'asc') }
}

/** The title of a column that sorts by it; once more turns the order round. */
export function SortTitle({ by, title, address }: { by: Sort; title: string; address: Address }) {
  const t = useMessages(operationsMessages)
  const { sort, order } = readSort(address)
  const isSorted = sort === by
  const Arrow = !isSorted ? IconArrowsSort : order === 'asc' ? IconArrowUp : IconArrowDown
  const next = isSorted && order === 'asc' ? 'desc' : 'asc'
  return (
    <UnstyledButton
      fz="inherit"
      fw="inherit"
      c="inherit"
      aria-label={t.sortBy(title)}
      title={t.sortBy(title)}
      className="sort-title"
      onClick={() => address.set({ sort: by, order: next })}
    >
      {title}
      <Arrow size={12} aria-hidden {...(!isSorted && { className: 'sort-idle' })} />
    </UnstyledButton>
  )
}
