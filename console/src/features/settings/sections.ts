// The pages of the settings, in the order of their index.
import { type Permission, useRights } from '../../session/use-rights.ts'

export const sectionNames = [
  'numbers',
  'trunks',
  'speech',
  'recordings',
  'people',
  'tokens',
  'webhooks',
  'alerts',
  'system',
] as const

export type SectionName = (typeof sectionNames)[number]

/** Those that only an administrator can use. Where one signs in oneself is in `people`. */
export const sectionNeeds: Partial<Record<SectionName, Permission>> = {
  tokens: 'administer',
  webhooks: 'administer',
  alerts: 'administer',
}

/** Those that are offered to whoever is signed in. */
export function useSectionNames(): SectionName[] {
  const { maySee } = useRights()
  return sectionNames.filter((name) => {
    const needs = sectionNeeds[name]
    return needs === undefined || maySee({ needs })
  })
}

export function sectionPath(name: SectionName): string {
  return `/settings/${name}`
}
