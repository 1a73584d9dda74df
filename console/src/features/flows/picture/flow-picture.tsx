import { ActionIcon, Skeleton, Tooltip } from '@mantine/core'
import { useElementSize, useMergedRef } from '@mantine/hooks'
import { IconFocusCentered, IconZoomIn, IconZoomOut } from '@tabler/icons-react'
import {
  type Connection,
  type Edge,
  MarkerType,
  MiniMap,
  type OnMove,
  type OnReconnect,
  Position,
  ReactFlow,
  ReactFlowProvider,
  useReactFlow,
  useStore,
  type Viewport,
} from '@xyflow/react'
import '@xyflow/react/dist/base.css'
import './picture.css'
import {
  type KeyboardEvent,
  memo,
  type RefObject,
  useDeferredValue,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useMessages } from '../../../language/language-provider.tsx'
import { type Meaning, meaningVariable } from '../../../shell/palette.ts'
import { AddMenu } from './add-menu.tsx'
import type { FlowNumbers } from './flow-numbers.ts'
import { PictureLife } from './life/picture-life.tsx'
import { useLineTexts } from './meaning/use-line-texts.ts'
import { isDirection, neighbourOf } from './neighbour.ts'
import { pictureMessages } from './picture.messages.ts'
import { type PictureBuild, PictureProvider, type PictureView } from './picture-context.ts'
import { PictureEdge, PictureLabels } from './picture-edge.tsx'
import { isOpenEnd, type PictureFlow, type PictureEdge as PlainEdge, START } from './picture-graph.ts'
import { type CardNode, type LineEnd, PictureNode } from './picture-node.tsx'
import type { PlacedPicture } from './place-picture.ts'
import { streamsOf } from './streams/streams.ts'
import { useCardTexts } from './use-card-texts.ts'
import { usePlaces } from './use-places.ts'
import { isReadable, MIN_BUILD_ZOOM, MIN_TARGET_ZOOM, useViewport } from './use-viewport.ts'

interface FlowPictureProps {
  flow: PictureFlow
  /** What makes a call a success, as tasks have it. */
  successWhen?: string | undefined
  /** The card whose details are open beside the picture. */
  selected?: string | undefined
  onOpen?: (id: string) => void
  build?: PictureBuild
  numbers?: FlowNumbers | undefined
  /** Whether there will be numbers: their room is kept, so that nothing moves when they come. */
  isCounted?: boolean
  hrefOf?: PictureView['hrefOf']
  /** Cards with problems. */
  faulty?: ReadonlySet<string>
  /** A line was chosen; `label` says what it means. */
  onLine?: (edge: PlainEdge, label: string) => void
  /** Only to be looked at, as a whole. */
  isStill?: boolean
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
const empty: PlacedPicture = { nodes: [], edges: [], width: 0, height: 0 }
const PRO_OPTIONS = { hideAttribution: true }
/** Of the button that adds a step. */
const ADD_WIDTH = 38
/** Of a card that is built: 24 px in the smallest picture. */
const BUILT_HEIGHT = Math.ceil(24 / MIN_BUILD_ZOOM)
/** From so many steps on there is always a map. */
const MAP_FROM_STEPS = 12
/** Of a number and its share, whatever they grow to: nothing moves while calls come in. */
const COUNT_WIDTH = 92

function Picture(props: FlowPictureProps) {
  const { selected, onOpen, onLine, isCounted = props.numbers !== undefined } = props
  const { hrefOf, faulty = nothing, isStill = false, successWhen = 'answered' } = props
  const t = useMessages(pictureMessages)
  // Numbers come while somebody works with the picture, and what is typed beside it changes its cards: inputs come first.
  const numbers = useDeferredValue(props.numbers)
  const flow = useDeferredValue(props.flow)
  const build = useLatest(props.build)
  const isBuilt = build !== undefined
  const { ref: sized, width, height } = useElementSize<HTMLDivElement>()
  const box = useRef<HTMLDivElement>(null)
  // Always the same one: another one would be measured anew, and the measurement renders the picture.
  const ref = useMergedRef(sized, box)
  const room = { width, height }
  const labelRoom = build ? ADD_WIDTH : isCounted ? COUNT_WIDTH : 0
  const { labelOf, meaningOf } = useLineTexts(flow, successWhen, isCounted)
  const found = usePlaces({
    ...{ flow, labelOf, labelRoom, room },
    isRoomForAll: isBuilt,
    hasStreams: isCounted,
    minHeight: isBuilt ? BUILT_HEIGHT : 0,
  })
  const placed = found ?? empty
  const texts = useCardTexts({ flow, placed, labelOf })
  const streams = useMemo(() => streamsOf(placed, numbers, isBuilt), [placed, numbers, isBuilt])
  const { nodes, edges } = useMemo(
    () => toReactFlow(placed, { isBuilt, markerOf: isCounted ? undefined : meaningOf }),
    [placed, isBuilt, isCounted, meaningOf],
  )
  const [chosen, setActive] = useState(START)
  const byId = useMemo(() => new Map(placed.nodes.map((node) => [node.id, node])), [placed])
  const edgesById = useMemo(() => new Map(placed.edges.map((edge) => [edge.id, edge])), [placed])
  const active = byId.has(chosen) ? chosen : START
  const hasTargets = useStore(({ transform }) => transform[2] >= MIN_TARGET_ZOOM)
  const minZoom = isBuilt ? MIN_BUILD_ZOOM : MIN_ZOOM
  const hasMap =
    !isStill &&
    (flow.steps.length >= MAP_FROM_STEPS ||
      !isReadable(placed, { width: width - SIDE_WIDTH, height }, minZoom))
  const side = isStill ? 0 : hasMap ? MAP_SIDE_WIDTH : SIDE_WIDTH
  const view = { width: Math.max(width - side, 0), height }
  const viewport = useViewport({ placed: found, room: view, selected, isStill, minZoom })
  const reveal = (id: string) => viewport.reveal(box.current, id)
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
  const canOpen = onOpen !== undefined
  const linkOf = hasTargets ? hrefOf : undefined
  // A new one renders every card and every line.
  const shown = useMemo(
    (): PictureView => ({
      flow,
      nodes: byId,
      edges: edgesById,
      streams,
      active,
      selected,
      faulty,
      canOpen,
      isConnecting,
      labelOf,
      meaningOf,
      ...texts,
      build,
      numbers,
      hrefOf: linkOf,
      chooseFor: setAdding,
    }),
    [
      flow,
      byId,
      edgesById,
      streams,
      active,
      selected,
      faulty,
      canOpen,
      isConnecting,
      labelOf,
      meaningOf,
      texts,
      build,
      numbers,
      linkOf,
    ],
  )
  return (
    <PictureProvider value={shown}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the cards in it are buttons */}
      <div
        className="picture"
        data-chooses={onLine !== undefined || undefined}
        ref={ref}
        aria-busy={!found || undefined}
        onKeyDown={actByKey}
        onFocus={(event) => setActive(cardOf(event) ?? active)}
        onClick={(event) => {
          const card = cardOf(event)
          if (card !== undefined) onOpen?.(card)
          const line = onLine && edgesById.get(lineOf(event) ?? '')
          if (line) onLine(line, labelOf(line))
        }}
      >
        {viewport.begin ? (
          <>
            {!isStill && (
              <div className="picture-side" style={{ width: side }}>
                <Tools onFit={viewport.fit} />
                {hasMap && <SmallMap />}
              </div>
            )}
            <Canvas
              label={t.label}
              nodes={nodes}
              edges={edges}
              begin={viewport.begin}
              minZoom={minZoom}
              onMoveStart={viewport.onMoveStart}
              reconnected={isBuilt ? reconnected : undefined}
              onConnecting={setConnecting}
            />
          </>
        ) : (
          <Skeleton h="100%" />
        )}
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

/** Always the same object, which does what the latest one would: another one would render every card. */
function useLatest(build: PictureBuild | undefined): PictureBuild | undefined {
  const latest = useRef(build)
  latest.current = build
  const isBuilt = build !== undefined
  return useMemo(
    () =>
      isBuilt
        ? {
            add: (...given) => latest.current?.add(...given),
            connect: (...given) => latest.current?.connect(...given),
            remove: (...given) => latest.current?.remove(...given),
            duplicate: (...given) => latest.current?.duplicate(...given),
          }
        : undefined,
    [isBuilt],
  )
}

/** The card in which something happened. */
const cardOf = ({ target }: { target: EventTarget }): string | undefined =>
  (target as Element).closest<HTMLElement>('[data-card]')?.dataset['card']

/** The line that was clicked, or its label; a link in it leads elsewhere. */
function lineOf({ target }: { target: EventTarget }): string | undefined {
  const found = (target as Element).closest('a, button, .react-flow__edge, [data-line]')
  return found?.getAttribute('data-line') ?? found?.getAttribute('data-id') ?? undefined
}

interface CanvasProps {
  label: string
  nodes: CardNode[]
  edges: Edge[]
  /** Where the picture is at first. */
  begin: Viewport
  minZoom: number
  onMoveStart: OnMove
  /** The latest function for a line that leads elsewhere now; undefined where none can be dragged. */
  reconnected: RefObject<OnReconnect | undefined> | undefined
  onConnecting(isConnecting: boolean): void
}

/** Rendered anew only if the form of the flow changes: React Flow looks at each card and each line then. */
const Canvas = memo(
  function Canvas(props: CanvasProps) {
    const { label, nodes, edges, begin, minZoom, onMoveStart, reconnected, onConnecting } = props
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
        minZoom={minZoom}
        maxZoom={1.5}
        defaultViewport={begin}
        proOptions={PRO_OPTIONS}
        {...(reconnected && {
          onReconnectStart: () => onConnecting(true),
          onReconnectEnd: () => onConnecting(false),
          onReconnect: (edge: Edge, connection: Connection) => reconnected.current?.(edge, connection),
        })}
        onMoveStart={onMoveStart}
      >
        <PictureLife />
        <PictureLabels />
        <Distance />
      </ReactFlow>
    )
  },
  // Where it begins is asked for once.
  (before, after) =>
    (Object.keys(after) as (keyof CanvasProps)[]).every(
      (name) => name === 'begin' || before[name] === after[name],
    ),
)

/** Small enough for fifty steps on a part of a screen. */
const MIN_ZOOM = 0.08
const MAP = { width: 168, height: 104 }
/** The tools and the map are beside the picture, so that no card is ever below them. */
const SIDE_WIDTH = 40
const MAP_SIDE_WIDTH = MAP.width + 16

/** Where the part that is seen lies in the whole; drag it to go elsewhere. */
function SmallMap() {
  const t = useMessages(pictureMessages)
  return <MiniMap className="picture-map" pannable ariaLabel={t.map} style={MAP} nodeBorderRadius={6} />
}

/** Below this size only titles and numbers can be read. */
const FAR_ZOOM = 0.5

/** Those for which the style sheet has the size of a target. */
const TARGET_ZOOMS = [MIN_TARGET_ZOOM, 0.5, 0.55, 0.6, 0.65, 0.7, 0.8, 0.9, 1]

/** For the styles: whether the picture is seen from afar, and how much larger a target is drawn to be large enough on the screen. */
function Distance() {
  const isFar = useStore(({ transform }) => transform[2] < FAR_ZOOM)
  const box = useStore(({ domNode }) => domNode)
  // A step of the style sheet: a custom property would be inherited by everything in the picture, and all of that styled anew.
  const zoom = useStore(
    ({ transform }) => TARGET_ZOOMS.findLast((each) => each <= transform[2]) ?? MIN_TARGET_ZOOM,
  )
  useLayoutEffect(() => {
    box?.setAttribute('data-zoom', String(zoom))
  }, [box, zoom])
  return <span className="picture-distance" data-far={isFar || undefined} hidden />
}

const marker = {
  type: MarkerType.ArrowClosed,
  width: 14,
  height: 14,
  markerUnits: 'userSpaceOnUse',
}

/**
 * React Flow measures where lines begin and end, but only when a card appears. So it is told: otherwise the lines of a picture that is
 * placed anew while it is measured would be lost.
 */
function toReactFlow(
  { nodes, edges }: PlacedPicture,
  { isBuilt, markerOf }: { isBuilt: boolean; markerOf: ((edge: string) => Meaning) | undefined },
): { nodes: CardNode[]; edges: Edge[] } {
  return {
    nodes: nodes.map(({ id, x, y, width, height }) => {
      const ends = edges.flatMap(({ id: edge, from, to, start, end }): LineEnd[] => [
        ...(from === id ? [{ id: edge, isSource: true, x: start.x - x, y: start.y - y }] : []),
        ...(to === id ? [{ id: edge, isSource: false, x: end.x - x, y: end.y - y }] : []),
      ])
      return {
        id,
        type: 'card',
        position: { x, y },
        width,
        height,
        measured: { width, height },
        handles: [
          { id: 'drop', type: 'target', position: Position.Top, x: 0, y: 0, width, height },
          ...ends.map(({ isSource, ...end }) => ({
            ...end,
            type: isSource ? ('source' as const) : ('target' as const),
            position: isSource ? Position.Bottom : Position.Top,
          })),
        ],
        domAttributes: { 'aria-roledescription': undefined },
        data: { ends },
      } as CardNode
    }),
    edges: edges.map(({ id, from, to, exit, answerer }) => ({
      id,
      type: 'line',
      source: from,
      target: to,
      sourceHandle: id,
      targetHandle: id,
      // Where a stream shows how many went, its width says enough.
      ...(markerOf && { markerEnd: { ...marker, color: meaningVariable(markerOf(id)) } }),
      ...(isOpenEnd(to) && { className: 'picture-line-open' }),
      reconnectable: isBuilt && (exit !== undefined || answerer === 'machine') ? 'target' : false,
      // The cards say where they lead, in the language of the page; React Flow would name lines in English.
      domAttributes: { 'aria-hidden': true, 'aria-label': undefined, 'aria-roledescription': undefined },
    })),
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
  return (
    <div className="picture-tools">
      {tools.map(([label, Icon, act]) => (
        <Tooltip key={label} label={label}>
          <ActionIcon variant="default" size="sm" aria-label={label} onClick={act}>
            <Icon size={14} />
          </ActionIcon>
        </Tooltip>
      ))}
    </div>
  )
}
