import { Link } from 'wouter'
import { useMessages } from '../../../language/language-provider.tsx'
import { useFormat } from '../../../language/use-format.ts'
import { partsMessages } from '../../../parts/parts.messages.ts'
import type { Flow } from '../flow.ts'
import type { WayTaken } from '../flow-exits.ts'
import { useFlowTexts } from '../flow-texts.ts'
import { flowsMessages } from '../flows.messages.ts'
import { type FlowNumbers, takenOf } from './flow-numbers.ts'
import './flow-table.css'
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
  const cell = (count: number, taken: WayTaken, label: string) => (
    <td data-align="right">
      {count > 0 && hrefOf ? (
        <Link className="cell-link" href={hrefOf(taken)} aria-label={label}>
          {format.number(count)}
        </Link>
      ) : (
        format.number(count)
      )}
    </td>
  )
  return (
    <table className="flow-table" aria-label={t.ways}>
      <thead>
        <tr>
          <th scope="col">{t.from}</th>
          <th scope="col">{t.when}</th>
          <th scope="col">{t.to}</th>
          <th scope="col" data-align="right">
            {t.calls}
          </th>
          <th scope="col" data-align="right">
            {t.now}
          </th>
          <th scope="col" data-align="right">
            {t.hungUpHere}
          </th>
        </tr>
      </thead>
      <tbody>
        {pictureOf(flow).edges.map((edge, index, all) => {
          const isFirst = all[index - 1]?.from !== edge.from
          const step = isFirst ? numbers.steps.get(edge.from) : undefined
          const from = names.get(edge.from) ?? t.start
          const count = numbers.edges.get(edge.id) ?? 0
          return (
            <tr key={edge.id}>
              <td>{from}</td>
              <td>{whenOf(edge)}</td>
              <td>{names.get(edge.to) ?? (isOpenEnd(edge.to) ? exits.open : exits.end)}</td>
              {cell(
                count,
                takenOf(flow, numbers, edge),
                t.showContacts(from, named(whenOf(edge), format.number(count))),
              )}
              {step ? (
                cell(step.now, 'live', t.showContacts(from, t.inStep(format.number(step.now))))
              ) : (
                <td />
              )}
              {step ? (
                cell(
                  step.hungUp,
                  { fromStep: from, exit: 'hungUp' },
                  t.showContacts(from, t.hungUp(format.number(step.hungUp))),
                )
              ) : (
                <td />
              )}
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
