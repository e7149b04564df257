// What a ground tells besides its drawing: its frame, and how fields are marked on it.
import type { Component } from 'svelte'
import type { BoardInfo, Cell } from '../types'
import type { Geometry } from './geometry'
import type { Layout } from './layout'

export interface GroundProps { id: string; geometry: Geometry; layout: Layout; holes: Cell[] }

export interface Frame {
  /** How wide it is around the cells. */
  width: number
  /** Whether the labels lie on it or beside it. */
  labels: 'on' | 'outside'
  /** Whether all its sides are alike, or only those with labels as wide as they need. */
  isEven: boolean
}

/** The colours of marks, where they differ from the usual ones. */
export interface MarkColours { mark?: string; tint?: string; dot?: string; last?: string; lastTint?: string }

export interface GroundStyle {
  frame: Frame
  /** The colour of labels; those outside the frame are as quiet as the page. */
  labels?: string
  /** How much smaller than its field a mark is, and how round its corners. */
  inset: number
  rounding: number
  /** Whether what can be picked has a dot in its middle, or else an outline. */
  hasDots: boolean
  /** What is drawn over the pieces of the last move; without it their fields are marked. */
  last?: 'dot' | 'ring'
  colours?: MarkColours
}

export interface Ground extends GroundStyle {
  component: Component<GroundProps>
  /** The boards that it can draw. */
  shapes: BoardInfo['shape'][]
}
