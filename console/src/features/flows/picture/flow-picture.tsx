import { ActionIcon, Menu, Tooltip, UnstyledButton } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { IconFocusCentered, IconZoomIn, IconZoomOut } from '@tabler/icons-react'
import {
  type Connection,
  type Edge,
  type FitViewOptions,
  MarkerType,
  type OnMove,
  type OnReconnect,
  Panel,
  ReactFlow,
  ReactFlowProvider,
  useReactFlow,
} from '@xyflow/react'
import '@xyflow/react/dist/base.css'
import './picture.css'
import {
  type KeyboardEvent,
  memo,
  type RefObject,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useMessages } from '../../../language/language-provider.tsx'
import { useFormat } from '../../../language/use-format.ts'
import { partsMessages } from '../../../parts/parts.messages.ts'
import { StepTypes } from '../builder/add-step.tsx'
import { builderMessages } from '../builder/builder.messages.ts'
import { useFlowTexts } from '../flow-texts.ts'
import { flowsMessages } from '../flows.messages.ts'
import type { FlowNumbers } from './flow-numbers.ts'
import { pictureMessages } from './picture.messages.ts'
import { type CountTexts, type PictureBuild, PictureProvider, type PictureView } from './picture-context.ts'
import { PictureEdge, PictureLabels } from './picture-edge.tsx'
import {
  END,
  type PictureEdge as LineEdge,
  nodeIdOf,
  type PictureFlow,
  pictureOf,
  SCREENING,
  START,
} from './picture-graph.ts'
import { type CardNode, PictureNode } from './picture-node.tsx'
import {
  isDirection,
  neighbourOf,
  type PlacedEdge,
  type PlacedPicture,
  placePicture,
} from './place-picture.ts'

interface FlowPictureProps {
  flow: PictureFlow
  /** The card whose details are open beside the picture. */
  selected?: string | undefined
  onOpen?: (id: string) => void
  build?: PictureBuild
  numbers?: FlowNumbers | undefined
  hrefOf?: PictureView['hrefOf']
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
const PRO_OPTIONS = { hideAttribution: true }

function Picture({ flow, selected, onOpen, build, numbers, hrefOf, faulty = nothing }: FlowPictureProps) {
  const t = useMessages(pictureMessages)
  const isBuilt = build !== undefined
  const { placed, labelOf } = usePlaced(flow, build ? ADD_WIDTH : numbers ? COUNT_WIDTH : 0)
  const texts = useCardTexts({ flow, placed, labelOf })
  const { nodes, edges } = useMemo(() => toReactFlow(placed, isBuilt), [placed, isBuilt])
  const [chosen, setActive] = useState(START)
  const byId = useMemo(() => new Map(placed.nodes.map((node) => [node.id, node])), [placed])
  const edgesById = useMemo(() => new Map(placed.edges.map((edge) => [edge.id, edge])), [placed])
  const active = byId.has(chosen) ? chosen : START
  const { ref, reveal, fit, onMoveStart } = useViewport(placed, selected)
  const [isConnecting, setConnecting] = useState(false)

  const [adding, setAdding] = useState<string>()
  const go = (next: string | undefined) => next !== undefined && reveal(next)

  function actByKey(event: KeyboardEvent): void {
    const { key } = event
    const hasModifier = event.ctrlKey || event.metaKey || event.altKey
    if (hasModifier || cardOf(event) === undefined) return
    const act = isDirection(key) ? () => go(neighbourOf(placed, active, key)) : buildAct(key)
    if (!act) return
    event.preventDefault()
    act()
  }
  function buildAct(key: string): (() => void) | undefined {
    if (!build) return undefined
    if (key === '+' || key === 'Insert') {
      const own = placed.edges.filter(({ from }) => from === active)
      return () => setAdding((own.find(({ exit }) => exit?.name === 'next') ?? own[0])?.id)
    }
    if (byId.get(active)?.kind !== 'step') return undefined
    if (key === 'd' || key === 'D') return () => build.duplicate(active)
    if (key !== 'Delete' && key !== 'Backspace') return undefined
    return () => {
      go(neighbourOf(placed, active, 'ArrowUp'))
      build.remove(active)
    }
  }
  const reconnected = useRef<OnReconnect>(undefined)
  reconnected.current = ({ id }, { target }) => {
    const edge = edgesById.get(id)
    if (edge) build?.connect(edge, target)
  }
  const view: PictureView = {
    flow,
    nodes: byId,
    edges: edgesById,
    active,
    selected,
    faulty,
    canOpen: onOpen !== undefined,
    isConnecting,
    labelOf,
    ...texts,
    build,
    numbers,
    hrefOf,
    chooseFor: setAdding,
  }
  return (
    <PictureProvider value={view}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the cards in it are buttons */}
      <div
        className="picture"
        ref={ref}
        onKeyDown={actByKey}
        onFocus={(event) => setActive(cardOf(event) ?? active)}
        onClick={(event) => {
          const card = cardOf(event)
          if (card !== undefined) onOpen?.(card)
        }}
      >
        <Canvas
          label={t.label}
          nodes={nodes}
          edges={edges}
          onFit={fit}
          onMoveStart={onMoveStart}
          reconnected={isBuilt ? reconnected : undefined}
          onConnecting={setConnecting}
        />
        {build && (
          <AddMenu
            edge={edgesById.get(adding ?? '')}
            onAdd={build.add}
            onClose={() => {
              setAdding(undefined)
              reveal(active)
            }}
          />
        )}
      </div>
    </PictureProvider>
  )
}

/** The card in which something happened. */
const cardOf = ({ target }: { target: EventTarget }): string | undefined =>
  (target as Element).closest<HTMLElement>('[data-card]')?.dataset['card']

interface CanvasProps {
  label: string
  nodes: CardNode[]
  edges: Edge[]
  onFit(): void
  onMoveStart: OnMove
  /** The latest function for a line that leads elsewhere now; undefined where none can be dragged. */
  reconnected: RefObject<OnReconnect | undefined> | undefined
  onConnecting(isConnecting: boolean): void
}

/** Rendered anew only if the form of the flow changes: React Flow looks at each card and each line then. */
const Canvas = memo(function Canvas(props: CanvasProps) {
  const { label, nodes, edges, onFit, onMoveStart, reconnected, onConnecting } = props
  return (
    <ReactFlow<CardNode, Edge>
      aria-label={label}
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
      proOptions={PRO_OPTIONS}
      {...(reconnected && {
        onReconnectStart: () => onConnecting(true),
        onReconnectEnd: () => onConnecting(false),
        onReconnect: (edge: Edge, connection: Connection) => reconnected.current?.(edge, connection),
      })}
      onMoveStart={onMoveStart}
    >
      <PictureLabels />
      <Panel position={reconnected ? 'top-left' : 'top-right'} className="picture-tools">
        <Tools onFit={onFit} />
      </Panel>
    </ReactFlow>
  )
})

/** The places depend on the form of the flow and on the labels of its lines, not on its sentences. */
function usePlaced(flow: PictureFlow, room: number) {
  const { values } = useMessages(flowsMessages)
  const texts = useFlowTexts()
  const picture = useMemo(() => pictureOf(flow), [flow])
  // biome-ignore lint/correctness/useExhaustiveDependencies: `values` are those of the language, and the texts of lines need nothing else
  const labels = useMemo(() => {
    const isPlainStart = picture.edges.filter(({ from }) => from === START).length === 1
    const labelOf = ({ exit, answerer }: LineEdge): string => {
      if (answerer) return isPlainStart ? '' : (values['verdict']?.[answerer] ?? '')
      if (!exit || exit.word === 'next') return ''
      return texts.shortExit(exit)
    }
    return new Map(picture.edges.map((edge) => [edge.id, labelOf(edge)]))
  }, [picture, values])
  const labelOf = ({ id }: LineEdge) => labels.get(id) ?? ''
  const form = useMemo(() => JSON.stringify([picture, [...labels]]), [picture, labels])
  // biome-ignore lint/correctness/useExhaustiveDependencies: `form` has everything that the places depend on
  const placed = useMemo(() => placePicture(picture, (edge) => widthOf(labelOf(edge)) + room), [form, room])
  return { placed, labelOf }
}

const MAX_LABEL = 150
/** Of the button that adds a step. */
const ADD_WIDTH = 20
/** Of a number, whatever it grows to: nothing moves while calls come in. */
const COUNT_WIDTH = 48

/** About as wide as the browser sets it. */
function widthOf(label: string): number {
  if (label === '') return 0
  const letters = [...label].reduce((sum, letter) => sum + (letter > '\u2e7f' ? 12.5 : 6.6), 0)
  return Math.min(letters + 16, MAX_LABEL)
}

interface CardTextsOptions {
  flow: PictureFlow
  placed: PlacedPicture
  labelOf(edge: LineEdge): string
}

function useCardTexts({ flow, placed, labelOf }: CardTextsOptions) {
  const t = useMessages(pictureMessages)
  const { exits, types } = useMessages(flowsMessages)
  const { named } = useMessages(partsMessages)
  const texts = useFlowTexts()
  const format = useFormat()
  const steps = new Map(flow.steps.map((step) => [nodeIdOf(step), step]))
  const fixed: Record<string, string> = { [START]: t.start, [SCREENING]: t.screening, [END]: exits.end }
  const nameOf = (id: string): string => fixed[id] ?? steps.get(id)?.id ?? ''
  const ways = new Map<string, string[]>()
  for (const edge of placed.edges) {
    const text = t.leadsTo(labelOf(edge) || exits.next, nameOf(edge.to))
    ways.set(edge.from, [...(ways.get(edge.from) ?? []), text])
  }
  const counted = (where: string, text: string, what = text) => ({ text, label: t.showContacts(where, what) })
  const countOf: CountTexts = {
    edge(edge, count) {
      const text = format.number(count)
      return counted(nameOf(edge.from), text, named(labelOf(edge) || exits.next, text))
    },
    now: (step, count) => counted(step, t.inStep(format.number(count))),
    hungUp: (step, count) => counted(step, t.hungUp(format.number(count))),
    machines: (step, count) => counted(step, t.machines(format.number(count))),
  }
  return {
    titleOf(id: string): string {
      const step = steps.get(id)
      if (step) return types[step.type]
      return id === START ? t.start : id === END ? t.end : t.screening
    },
    textOf(id: string): string {
      const step = steps.get(id)
      if (step) return texts.summary(step)
      return id === SCREENING ? (flow.onScreening?.say ?? '') : ''
    },
    exitsOf: (id: string) => (ways.get(id) ?? []).join(', '),
    countOf,
  }
}

const marker = {
  type: MarkerType.ArrowClosed,
  width: 14,
  height: 14,
  markerUnits: 'userSpaceOnUse',
  color: 'var(--picture-line)',
}

function toReactFlow(
  { nodes, edges }: PlacedPicture,
  isBuilt: boolean,
): { nodes: CardNode[]; edges: Edge[] } {
  return {
    nodes: nodes.map(({ id, x, y, width, height }) => ({
      id,
      type: 'card',
      position: { x, y },
      width,
      height,
      domAttributes: { 'aria-roledescription': undefined },
      data: {
        ends: edges.flatMap(({ id: edge, from, to, start, end }) => [
          ...(from === id ? [{ id: edge, isSource: true, x: start.x - x, y: start.y - y }] : []),
          ...(to === id ? [{ id: edge, isSource: false, x: end.x - x, y: end.y - y }] : []),
        ]),
      },
    })) as CardNode[],
    edges: edges.map(({ id, from, to, exit, answerer }) => ({
      id,
      type: 'line',
      source: from,
      target: to,
      sourceHandle: id,
      targetHandle: id,
      markerEnd: marker,
      reconnectable: isBuilt && (exit !== undefined || answerer === 'machine') ? 'target' : false,
      // The cards say where they lead.
      domAttributes: { 'aria-hidden': true },
    })),
  }
}

/** Of the panel that lies over the right side of a picture while a card is open. */
const PANEL_WIDTH = 340
const MARGIN = 12
/** Sentences can be read from this size on. */
const READABLE_ZOOM = 0.85

/** Shows everything, until somebody moves the picture. While a card is open, it and its neighbours can be read instead. */
function useViewport(placed: PlacedPicture, selected: string | undefined) {
  const { fitView, getViewport, setViewport } = useReactFlow()
  const hasMoved = useRef(false)
  const { ref: sized, width, height } = useElementSize<HTMLDivElement>()
  const box = useRef<HTMLDivElement | null>(null)
  const fit = useCallback(() => {
    hasMoved.current = false
    void fitView(FIT)
  }, [fitView])
  const onMoveStart = useCallback<OnMove>((event) => {
    if (event) hasMoved.current = true
  }, [])
  /** Moves the picture no further than it has to. Whether it had to be moved. */
  function bringIntoSight(id: string, minZoom = 0): boolean {
    const node = placed.nodes.find((each) => each.id === id)
    if (!node || width === 0) return false
    const before = getViewport()
    const zoom = Math.max(before.zoom, minZoom)
    const right = width - (selected === undefined ? 0 : PANEL_WIDTH)
    /** Where the picture begins: its size changes around the middle of the card. */
    const move = (from: number, start: number, size: number, room: number) => {
      const moved = from + (start + size / 2) * (before.zoom - zoom)
      return moved + wayInto(moved + start * zoom, size * zoom, room)
    }
    const x = move(before.x, node.x, node.width, right)
    const y = move(before.y, node.y, node.height, height)
    if (x === before.x && y === before.y && zoom === before.zoom) return false
    void setViewport({ x, y, zoom })
    return true
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: again when the picture, its room or the open card changes
  useEffect(() => {
    if (selected !== undefined) bringIntoSight(selected, hasMoved.current ? 0 : READABLE_ZOOM)
    else if (!hasMoved.current) void fitView(FIT)
  }, [placed, width, height, selected])
  return {
    fit,
    onMoveStart,
    ref: (element: HTMLDivElement | null) => {
      box.current = element
      return sized(element)
    },
    /** Gives a card the focus, and moves the picture if it is not in sight. */
    reveal(id: string): void {
      const card = box.current?.querySelector<HTMLElement>(`[data-card="${CSS.escape(id)}"]`)
      card?.focus({ preventScroll: true })
      if (bringIntoSight(id)) hasMoved.current = true
    },
  }
}

/** How far something has to be moved to be inside of a room. */
function wayInto(start: number, size: number, room: number): number {
  const end = start + size + MARGIN
  if (start >= MARGIN && end <= room) return 0
  return start < MARGIN ? MARGIN - start : Math.max(room - end, MARGIN - start)
}

interface AddMenuProps {
  /** On which a step is added; undefined while none is. */
  edge: PlacedEdge | undefined
  onAdd: PictureBuild['add']
  onClose(): void
}

/** The steps that can be added, beside the line that gets one. */
function AddMenu({ edge, onAdd, onClose }: AddMenuProps) {
  const { addStep } = useMessages(builderMessages)
  const { flowToScreenPosition } = useReactFlow()
  const { x: left, y: top } = edge ? flowToScreenPosition(edge.label) : { x: 0, y: 0 }
  return (
    <Menu
      opened={edge !== undefined}
      position="bottom-start"
      width={330}
      returnFocus={false}
      // While the picture moves, its place may be out of sight: hidden then, it would not get the focus.
      hideDetached={false}
      onChange={(isOpen) => {
        if (!isOpen) onClose()
      }}
    >
      <Menu.Target>
        <UnstyledButton
          className="picture-menu-place"
          tabIndex={-1}
          aria-label={addStep}
          style={{ left, top }}
        />
      </Menu.Target>
      <StepTypes onAdd={(type) => edge && onAdd(edge, type)} />
    </Menu>
  )
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
