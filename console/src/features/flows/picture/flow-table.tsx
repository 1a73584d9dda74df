import { useMessages } from '../../../language/language-provider.tsx'
import { useFormat } from '../../../language/use-format.ts'
import type { Flow } from '../flow.ts'
import { useFlowTexts } from '../flow-texts.ts'
import { flowsMessages } from '../flows.messages.ts'
import type { FlowNumbers } from './flow-numbers.ts'
import './flow-table.css'
import { pictureMessages } from './picture.messages.ts'
import { nodeIdOf, type PictureEdge, pictureOf } from './picture-graph.ts'

interface FlowTableProps {
  flow: Flow
  numbers: FlowNumbers
}

/** The numbers of a picture, to be read line by line. */
export function FlowTable({ flow, numbers }: FlowTableProps) {
  const t = useMessages(pictureMessages)
  const { exits, values } = useMessages(flowsMessages)
  const texts = useFlowTexts()
  const format = useFormat()
  const names = new Map(flow.steps.map((step) => [nodeIdOf(step), step.id]))
  const whenOf = ({ exit, answerer }: PictureEdge) =>
    answerer ? (values['verdict']?.[answerer] ?? '') : exit ? texts.exit(exit) : exits.next
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
          return (
            <tr key={edge.id}>
              <td>{names.get(edge.from) ?? t.start}</td>
              <td>{whenOf(edge)}</td>
              <td>{names.get(edge.to) ?? exits.end}</td>
              <td data-align="right">{format.number(numbers.edges.get(edge.id) ?? 0)}</td>
              <td data-align="right">{step ? format.number(step.now) : ''}</td>
              <td data-align="right">{step ? format.number(step.hungUp) : ''}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
