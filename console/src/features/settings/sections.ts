// The pages of the settings, in the order of their index.

export const sectionNames = [
  'numbers',
  'trunks',
  'speech',
  'recordings',
  'tokens',
  'webhooks',
  'system',
] as const

export type SectionName = (typeof sectionNames)[number]

export function sectionPath(name: SectionName): string {
  return `/settings/${name}`
}
