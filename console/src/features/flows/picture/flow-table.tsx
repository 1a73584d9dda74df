import { Link } from 'wouter'
import { useMessages } from '../../../language/language-provider.tsx'
import { useFormat } from '../../../language/use-format.ts'
import { partsMessages } from '../../../parts/parts.messages.ts'
import { type Column, DataTable } from '../../../parts/tables/data-table.tsx'
import type { Flow } from '../flow.ts'
import type { WayTaken } from '../flow-exits.ts'
import { useFlowTexts } from '../flow-texts.ts'
import { flowsMessages } from '../flows.messages.ts'
import { type FlowNumbers, takenOf } from './flow-numbers.ts'
import { pictureMessages } from './picture.messages.ts'
import { isOpenEnd, nodeIdOf, type PictureEdge, pictureOf } from './picture-graph.ts'

interface FlowTableProps {
  flow: Flow
  numbers: FlowNumbers
  /** Where the contacts are that took a way. */
  hrefOf?: ((taken: WayTaken) => string) | undefined
}

/** The numbers of a picture, to be read line by line. */
export function FlowTable({ flow, numbers, hrefOf }: FlowTableProps) {
  const t = useMessages(pictureMessages)
  const { exits, values } = useMessages(flowsMessages)
  const { named } = useMessages(partsMessages)
  const texts = useFlowTexts()
  const format = useFormat()
  const names = new Map(flow.steps.map((step) => [nodeIdOf(step), step.id]))
  const whenOf = ({ exit, answerer }: PictureEdge) =>
    answerer ? (values['verdict']?.[answerer] ?? '') : exit ? texts.exit(exit) : exits.next
  const rows = pictureOf(flow).edges.map((edge, index, all) => {
    const isFirst = all[index - 1]?.from !== edge.from
    return {
      edge,
      from: names.get(edge.from) ?? t.start,
      when: whenOf(edge),
      count: numbers.edges.get(edge.id) ?? 0,
      step: isFirst ? numbers.steps.get(edge.from) : undefined,
    }
  })
  type Way = (typeof rows)[number]
  const counted = (count: number, taken: WayTaken, label: string) =>
    count > 0 && hrefOf ? (
      <Link className="cell-link" href={hrefOf(taken)} aria-label={label}>
        {format.number(count)}
      </Link>
    ) : (
      format.number(count)
    )
  const columns: Column<Way>[] = [
    { id: 'from', title: t.from, cell: ({ from }) => from },
    { id: 'when', title: t.when, cell: ({ when }) => when },
    {
      id: 'to',
      title: t.to,
      cell: ({ edge: { to } }) => names.get(to) ?? (isOpenEnd(to) ? exits.open : exits.end),
    },
    {
      id: 'calls',
      title: t.calls,
      align: 'right',
      cell: ({ edge, from, when, count }) =>
        counted(count, takenOf(flow, numbers, edge), t.showContacts(from, named(when, format.number(count)))),
    },
    {
      id: 'now',
      title: t.now,
      align: 'right',
      cell: ({ step, from }) =>
        step && counted(step.now, 'live', t.showContacts(from, t.inStep(format.number(step.now)))),
    },
    {
      id: 'hungUp',
      title: t.hungUpHere,
      align: 'right',
      cell: ({ step, from }) =>
        step &&
        counted(
          step.hungUp,
          { fromStep: from, exit: 'hungUp' },
          t.showContacts(from, t.hungUp(format.number(step.hungUp))),
        ),
    },
  ]
  return <DataTable label={t.ways} columns={columns} rows={rows} keyOf={({ edge }) => edge.id} empty={null} />
}
