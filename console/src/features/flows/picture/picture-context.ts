// What the cards and lines of a picture show. React Flow knows only their places, so that a letter more in a sentence moves nothing.
import { createContext, useContext } from 'react'
import type { Meaning } from '../../../shell/palette.ts'
import type { StepType } from '../flow.ts'
import type { WayTaken } from '../flow-exits.ts'
import type { FlowNumbers } from './flow-numbers.ts'
import type { PictureEdge, PictureFlow } from './picture-graph.ts'
import type { PlacedEdge, PlacedNode } from './place-picture.ts'
import type { Stream } from './streams/streams.ts'

/** What can be done in a picture that is built. */
export interface PictureBuild {
  add(edge: PictureEdge, type: StepType): void
  /** Leads a line to another card. */
  connect(edge: PictureEdge, target: string): void
  remove(id: string): void
  duplicate(id: string): void
}

/** A number of the picture, and what it says to screen readers. */
type CountText = { text: string; label: string }
/** The share of all answered calls is empty where it would say nothing. */
type LineCountText = CountText & { share: string }

export interface CountTexts {
  edge(edge: PictureEdge, count: number, total: number): LineCountText
  /** As it is counted up. */
  number(count: number): string
  /** How many are in a step now, hung up there or turned out to be machines there. */
  now(step: string, count: number): CountText
  hungUp(step: string, count: number): CountText
  machines(step: string, count: number): CountText
}

export interface PictureView {
  flow: PictureFlow
  nodes: ReadonlyMap<string, PlacedNode>
  edges: ReadonlyMap<string, PlacedEdge>
  streams: ReadonlyMap<string, Stream>
  /** The card that Tab reaches. */
  active: string
  /** The card whose details are open. */
  selected: string | undefined
  faulty: ReadonlySet<string>
  /** Whether a click on a card opens it. */
  canOpen: boolean
  /** Whether the end of a line is being dragged. */
  isConnecting: boolean
  /** Says the label of a line; empty for a plain one. */
  labelOf(edge: PlacedEdge): string
  meaningOf(edge: string): Meaning
  titleOf(id: string): string
  /** Says what a step does. */
  textOf(id: string): string
  /** Where a card leads, for screen readers. */
  exitsOf(id: string): string
  countOf: CountTexts
  build: PictureBuild | undefined
  numbers: FlowNumbers | undefined
  /** Where the contacts are that took a way. */
  hrefOf: ((taken: WayTaken) => string) | undefined
  /** Offers the steps that can be added on a line. */
  chooseFor(edge: string): void
}

const PictureContext = createContext<PictureView | undefined>(undefined)

export const PictureProvider = PictureContext.Provider

export function usePicture(): PictureView {
  const view = useContext(PictureContext)
  if (!view) throw new Error('a card or a line outside of a picture')
  return view
}
