import { hostname } from 'node:os'

/** The name of this node, for people. */
export const nodeName = (): string => `${hostname()} ${process.pid}`
