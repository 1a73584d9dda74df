// What a PromQL expression uses: its metrics, each with the labels that it is matched or grouped by.

import { parser } from '@prometheus-io/lezer-promql'

interface LabelUse {
  metric: string
  label: string
  /** If the expression wants exactly this value. */
  value?: string
}

export interface PromqlUse {
  /** What the grammar does not allow. */
  faults: string[]
  metrics: string[]
  labels: LabelUse[]
}

type Node = ReturnType<typeof parser.parse>['topNode']

export function readPromql(expression: string): PromqlUse {
  const textOf = ({ from, to }: Node) => expression.slice(from, to)
  const use: PromqlUse = { faults: [], metrics: [], labels: [] }

  /** Returns the metrics below the node. */
  function walk(node: Node): string[] {
    if (node.type.isError)
      use.faults.push(`${expression} at ${node.from}: ${expression.slice(node.from, node.from + 20)}`)
    if (node.name === 'VectorSelector') {
      const metric = textOf(node.getChild('Identifier') ?? node)
      for (const matcher of node.getChild('LabelMatchers')?.getChildren('UnquotedLabelMatcher') ?? []) {
        const [label, operator, value] = childrenOf(matcher).map(textOf)
        if (label === undefined || value === undefined) continue
        use.labels.push({ metric, label, ...(operator === '=' && { value: value.slice(1, -1) }) })
      }
      use.metrics.push(metric)
      return [metric]
    }
    const metrics = childrenOf(node).flatMap(walk)
    const grouping = node.getChild('AggregateModifier') ?? node.getChild('MatchingModifierClause')
    for (const group of grouping?.getChildren('GroupingLabels') ?? [])
      for (const label of group.getChildren('LabelName'))
        for (const metric of metrics) use.labels.push({ metric, label: textOf(label) })
    return metrics
  }

  walk(parser.parse(expression).topNode)
  return use
}

function childrenOf(node: Node): Node[] {
  const children: Node[] = []
  for (let child = node.firstChild; child; child = child.nextSibling) children.push(child)
  return children
}
