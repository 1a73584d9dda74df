import { ActionIcon, Tooltip } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { IconFocusCentered, IconZoomIn, IconZoomOut } from '@tabler/icons-react'
import { type Edge, MarkerType, Panel, ReactFlow, ReactFlowProvider, useReactFlow } from '@xyflow/react'
import '@xyflow/react/dist/base.css'
import './picture.css'
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { useMessages } from '../../../language/language-provider.tsx'
import { useFlowTexts } from '../flow-texts.ts'
import { flowsMessages } from '../flows.messages.ts'
import { pictureMessages } from './picture.messages.ts'
import { PictureProvider, type PictureView } from './picture-context.ts'
import { PictureEdge } from './picture-edge.tsx'
import {
  END,
  type PictureEdge as LineEdge,
  nodeIdOf,
  type PictureFlow,
  pictureOf,
  START,
} from './picture-graph.ts'
import { type CardNode, PictureNode } from './picture-node.tsx'
import { isDirection, neighbourOf, type PlacedPicture, placePicture } from './place-picture.ts'

interface FlowPictureProps {
  flow: PictureFlow
  /** The card whose details are open beside the picture. */
  selected?: string | undefined
  onOpen?: (id: string) => void
  /** Cards with problems. */
  faulty?: ReadonlySet<string>
}

/** A call flow as cards and lines. */
export function FlowPicture(props: FlowPictureProps) {
  return (
    <ReactFlowProvider>
      <Picture {...props} />
    </ReactFlowProvider>
  )
}

const nodeTypes = { card: PictureNode }
const edgeTypes = { line: PictureEdge }
const nothing: ReadonlySet<string> = new Set()
const FIT: FitViewOptions = { padding: '3%', maxZoom: 1 }

function Picture({ flow, selected, onOpen, faulty = nothing }: FlowPictureProps) {
  const t = useMessages(pictureMessages)
  const { placed, labelOf } = usePlaced(flow)
  const { summaryOf, exitsOf } = useCardTexts(flow, placed, labelOf)
  const { nodes, edges } = useMemo(() => toReactFlow(placed), [placed])
  const [chosen, setActive] = useState(START)
  const byId = useMemo(() => new Map(placed.nodes.map((node) => [node.id, node])), [placed])
  const edgesById = useMemo(() => new Map(placed.edges.map((edge) => [edge.id, edge])), [placed])
  const active = byId.has(chosen) ? chosen : START
  const { ref, reveal, fit, hasMoved } = useViewport(placed)

  function moveByKey(event: KeyboardEvent): void {
    const { key } = event
    if (!isDirection(key) || !(event.target as Element).closest('[data-card]')) return
    event.preventDefault()
    const next = neighbourOf(placed, active, key)
    if (next !== undefined) reveal(next)
  }
  const view: PictureView = {
    flow,
    nodes: byId,
    edges: edgesById,
    active,
    selected,
    faulty,
    labelOf,
    summaryOf,
    exitsOf,
    open: onOpen,
    activate: setActive,
  }
  return (
    <PictureProvider value={view}>
      <div className="picture" ref={ref}>
        <ReactFlow<CardNode, Edge>
          aria-label={t.label}
          nodes={nodes}
          edges={edges}
          nodeTypes={nodeTypes}
          edgeTypes={edgeTypes}
          nodesDraggable={false}
          nodesConnectable={false}
          nodesFocusable={false}
          edgesFocusable={false}
          elementsSelectable={false}
          disableKeyboardA11y
          deleteKeyCode={null}
          zoomOnScroll={false}
          zoomOnDoubleClick={false}
          preventScrolling={false}
          minZoom={0.2}
          maxZoom={1.5}
          fitView
          fitViewOptions={FIT}
          proOptions={{ hideAttribution: true }}
          onKeyDown={moveByKey}
          onMoveStart={(event) => {
            if (event) hasMoved.current = true
          }}
        >
          <Panel position="top-right" className="picture-tools">
            <Tools onFit={fit} />
          </Panel>
        </ReactFlow>
      </div>
    </PictureProvider>
  )
}

/** The places depend on the form of the flow and on the labels of its lines, not on its sentences. */
function usePlaced(flow: PictureFlow) {
  const { values } = useMessages(flowsMessages)
  const texts = useFlowTexts()
  const picture = pictureOf(flow)
  const isPlainStart = picture.edges.filter(({ from }) => from === START).length === 1
  const labelOf = ({ exit, answerer }: LineEdge): string => {
    if (answerer) return isPlainStart ? '' : (values['verdict']?.[answerer] ?? '')
    if (!exit || exit.word === 'next') return ''
    return texts.shortExit(exit)
  }
  const form = JSON.stringify([picture, picture.edges.map(labelOf)])
  // biome-ignore lint/correctness/useExhaustiveDependencies: `form` has everything that the places depend on
  const placed = useMemo(() => placePicture(picture, (edge) => widthOf(labelOf(edge))), [form])
  return { placed, labelOf }
}

const MAX_LABEL = 150

/** About as wide as the browser sets it. */
function widthOf(label: string): number {
  if (label === '') return 0
  const letters = [...label].reduce((sum, letter) => sum + (letter > '\u2e7f' ? 12.5 : 6.6), 0)
  return Math.min(letters + 16, MAX_LABEL)
}

function useCardTexts(flow: PictureFlow, placed: PlacedPicture, labelOf: (edge: LineEdge) => string) {
  const t = useMessages(pictureMessages)
  const { exits } = useMessages(flowsMessages)
  const texts = useFlowTexts()
  const nameOf = (id: string): string =>
    id === END ? exits.end : (flow.steps.find((step) => nodeIdOf(step) === id)?.id ?? t.screening)
  return {
    summaryOf: (index: number) => {
      const step = flow.steps[index]
      return step ? texts.summary(step) : ''
    },
    exitsOf: (id: string) =>
      placed.edges
        .filter(({ from }) => from === id)
        .map((edge) => t.leadsTo(labelOf(edge) || exits.next, nameOf(edge.to)))
        .join(', '),
  }
}

const marker = {
  type: MarkerType.ArrowClosed,
  width: 14,
  height: 14,
  markerUnits: 'userSpaceOnUse',
  color: 'var(--picture-line)',
}

function toReactFlow({ nodes, edges }: PlacedPicture): { nodes: CardNode[]; edges: Edge[] } {
  return {
    nodes: nodes.map(({ id, x, y, width, height }) => ({
      id,
      type: 'card',
      position: { x, y },
      width,
      height,
      domAttributes: { 'aria-roledescription': undefined },
      data: {
        handles: edges.flatMap(({ id: edge, from, to, start, end }) => [
          ...(from === id ? [{ id: edge, isSource: true, x: start.x - x, y: start.y - y }] : []),
          ...(to === id ? [{ id: edge, isSource: false, x: end.x - x, y: end.y - y }] : []),
        ]),
      },
    })) as CardNode[],
    edges: edges.map(({ id, from, to }) => ({
      id,
      type: 'line',
      source: from,
      target: to,
      sourceHandle: id,
      targetHandle: id,
      markerEnd: marker,
      // The cards say where they lead.
      domAttributes: { 'aria-hidden': true },
    })),
  }
}

/** Shows everything, until somebody moves the picture. */
function useViewport(placed: PlacedPicture) {
  const { fitView, getZoom, setCenter } = useReactFlow()
  const hasMoved = useRef(false)
  const { ref: sized, width, height } = useElementSize<HTMLDivElement>()
  const box = useRef<HTMLDivElement | null>(null)
  const fit = () => {
    hasMoved.current = false
    void fitView(FIT)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: fits again when the picture or its room changes
  useEffect(() => {
    if (!hasMoved.current) void fitView(FIT)
  }, [placed, width, height])
  return {
    fit,
    hasMoved,
    ref: (element: HTMLDivElement | null) => {
      box.current = element
      return sized(element)
    },
    /** Gives a card the focus, and moves the picture if it is not in sight. */
    reveal(id: string): void {
      const card = box.current?.querySelector<HTMLElement>(`[data-card="${CSS.escape(id)}"]`)
      const node = placed.nodes.find((each) => each.id === id)
      if (!card || !node || !box.current) return
      card.focus({ preventScroll: true })
      const [inner, outer] = [card.getBoundingClientRect(), box.current.getBoundingClientRect()]
      const isInside =
        inner.left >= outer.left &&
        inner.right <= outer.right &&
        inner.top >= outer.top &&
        inner.bottom <= outer.bottom
      if (isInside) return
      hasMoved.current = true
      void setCenter(node.x + node.width / 2, node.y + node.height / 2, { zoom: getZoom() })
    },
  }
}

function Tools({ onFit }: { onFit(): void }) {
  const t = useMessages(pictureMessages)
  const { zoomIn, zoomOut } = useReactFlow()
  const tools = [
    [t.zoomIn, IconZoomIn, () => void zoomIn()],
    [t.zoomOut, IconZoomOut, () => void zoomOut()],
    [t.fit, IconFocusCentered, onFit],
  ] as const
  return tools.map(([label, Icon, act]) => (
    <Tooltip key={label} label={label}>
      <ActionIcon variant="default" size="sm" aria-label={label} onClick={act}>
        <Icon size={14} />
      </ActionIcon>
    </Tooltip>
  ))
}
