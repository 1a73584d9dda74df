// What a colour means, in one place: the picture of a call, charts, bars, tables and the wall all use these. A test keeps each of
// them readable on its ground, and apart from all others for people who see fewer colours. None stands without a word or a number beside it.

/** What came of a call or of a contact, and who took a way through a call. */
export const meanings = ['success', 'answered', 'person', 'later', 'machine', 'silent', 'failed'] as const
export type Meaning = (typeof meanings)[number]

type Scheme = 'light' | 'dark'

export const palette: Record<Scheme, Record<Meaning, string>> = {
  light: {
    success: '#0b8049',
    answered: '#c87d13',
    person: '#3f33c8',
    later: '#2b8fd0',
    machine: '#8a4fae',
    silent: '#4b4f55',
    failed: '#d3281c',
  },
  dark: {
    success: '#35e394',
    answered: '#e09c12',
    person: '#6a5ffb',
    later: '#4db2fb',
    machine: '#a468be',
    silent: '#9ba0a6',
    failed: '#ea4334',
  },
}

/** Where marks are drawn: pages, what is sunken in them, and the wall. */
export const grounds: Record<Scheme, Record<'body' | 'sunken' | 'wall', string>> = {
  light: { body: '#ffffff', sunken: '#f6f7f9', wall: '#ffffff' },
  dark: { body: '#17191c', sunken: '#1e2125', wall: '#0d0e12' },
}

/** For styles: `var(--meaning-success)`. */
export const meaningVariable = (meaning: Meaning): string => `var(--meaning-${meaning})`

export function meaningVariables(scheme: Scheme): Record<string, string> {
  return Object.fromEntries(meanings.map((meaning) => [`--meaning-${meaning}`, palette[scheme][meaning]]))
}
