import { hostname } from 'node:os'
import type { AppOptions } from './app-options.ts'

/** The machine of this node, by which trunks name the nodes that have them. */
export const hostOf = ({ nodeHost }: Pick<AppOptions, 'nodeHost'>): string => nodeHost ?? hostname()

/** The name of this node, for people. */
export const nodeName = (options: Pick<AppOptions, 'nodeHost'>): string => `${hostOf(options)} ${process.pid}`

/** The machine of the node with this name. */
export const hostOfNode = (name: string): string => name.slice(0, name.lastIndexOf(' '))
